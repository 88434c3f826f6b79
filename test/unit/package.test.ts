// What goes into the package: what runs, and nothing else.

import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';
import { strangers, troublesIn } from '../../scripts/package/contents.ts';
import { withStagedClone } from '../../scripts/package/staged.ts';

describe('the package', () => {
  it('holds what the editor reads', async () => {
    const files = await packaged();
    assert.deepEqual(
      ['LICENSE', 'ThirdPartyNotices.txt', 'media/icon.png', 'package.json', 'package.nls.json', 'README.md'].filter(
        (file) => !files.includes(file),
      ),
      [],
    );
  });

  it('holds nothing but what runs', async () => {
    assert.deepEqual(strangers(await packaged()), []);
  });

  it('takes the texts of other languages', () => {
    assert.deepEqual(strangers(['package.nls.de.json', 'l10n/bundle.l10n.pt-br.json']), []);
  });

  it('takes no source, source map, test, script or foreign module', () => {
    const foreign = [
      'src/extension.ts',
      'dist/extension.js.map',
      'test/unit/package.test.ts',
      'scripts/run.mjs',
      'node_modules/undici/index.js',
      '.vscode/launch.json',
      'package-lock.json',
      '.cache/start/data.db',
      'media/notes.md',
    ];
    assert.deepEqual(strangers(foreign), foreign);
  });
});

describe('a packaged file', () => {
  for (const [what, text] of [
    ['a source map', 'run();\n//# sourceMappingURL=extension.js.map'],
    ['a source map', '/*# sourceMappingURL=data:application/json;base64,AAAA */'],
    ['a path of a build machine', 'var a = "/home/someone/clone/src/extension.ts";'],
    ['a path of a build machine', 'import "file:///Users/someone/x.js"'],
    ['a path of a build machine', "const a = 'C:\\\\Users\\\\someone'"],
    ['a path of this machine', 'a("/clone of mine/src")'],
    ['a test', "describe('The list', () => {"],
    ['a test', 'it("waits",async()=>{'],
    ['a test', "import 'mocha'"],
    ['a registry', 'https://registry.test/undici'],
    ['a registry', '//host/:_authToken=x'],
    ['a private key', '-----BEGIN PRIVATE KEY-----'],
    ['a token', `key = "AKIA${'A1'.repeat(8)}"`],
    ['a token', `ghp_${'aB3'.repeat(12)}`],
  ] as const) {
    it(`does not hold ${what}: ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(troublesIn('dist/extension.js', text, ['/clone of mine']), [`dist/extension.js holds ${what}`]);
    });
  }

  it('may speak of paths and of what it describes', () => {
    assert.deepEqual(
      troublesIn(
        'dist/extension.js',
        'it("x"); it("Changed elsewhere",n); describe(node, now); "/api/user"; "/etc/ssl"; https://example.com/root/',
        ['/clone', '/'],
      ),
      [],
    );
  });
});

let listed: Promise<string[]> | undefined;

function packaged(): Promise<string[]> {
  return (listed ??= withStagedClone((cwd) => listFiles({ cwd, packageManager: PackageManager.None })));
}
