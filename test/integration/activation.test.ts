// The extension in a real extension host: it activates and offers what its manifest promises.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('the extension', () => {
  const extension = vscode.extensions.getExtension('embedded-dashboards.user-groups');

  it('activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command of its manifest', async () => {
    assert.ok(extension);
    await extension.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const promised = (extension.packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      promised.filter((command) => !registered.has(command)),
      [],
    );
  });
});
