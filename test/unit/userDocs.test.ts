// What users read is short, names what is there, and its links lead somewhere.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PAGES, withTables } from '../../scripts/docs.ts';
import { linkBases } from '../../scripts/package/linkBases.ts';
import type { Connection } from '../../src/core/connection.ts';
import { ALL_STATUSES, STATUS_COLOR, STATUS_ICON } from '../../src/core/groupStatus.ts';
import { itemFilters } from '../../src/vscode/bulk/runs/runText.ts';
import { describe as described } from '../../src/vscode/groups/tree/describe.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`));

const forUsers = ['README.md', ...pagesIn('docs')];
const linking = [...pagesIn('.'), ...pagesIn('docs'), ...pagesIn('docs/engineering')];
const manifest = JSON.parse(read('package.json')) as {
  repository: { url: string };
  scripts: Record<string, string>;
  contributes: {
    commands: readonly { readonly command: string }[];
    configuration: { properties: object };
    colors: readonly { readonly id: string; readonly defaults: { readonly light: string } }[];
  };
};

/** Of links and pictures, without code. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)]+)\)|\bsrc="([^"]+)"/g)].map(([, link, picture]) => link ?? picture ?? '');
}

/** The names by which headings can be linked to, as GitHub makes them. */
function anchorsIn(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  return Array.from(prose.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('The README', () => {
  const lines = read('README.md').trimEnd().split('\n');
  it('is short', () => {
    assert.ok(lines.length <= 150, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 120),
      [],
    );
    assert.ok(lines.join(' ').split(/\s+/).length <= 900);
  });

  it('begins with a picture that moves', () => {
    const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(read('README.md'))?.[1] ?? '';
    assert.ok(readFileSync(join(root, picture)).includes('acTL'), picture);
  });

  it('leads to every page for users', () => {
    const links = linksIn(lines.join('\n')).map((link) => link.split('#')[0]);
    assert.deepEqual(
      pagesIn('docs').filter((page) => !links.includes(page)),
      [],
    );
  });
});

describe('The pictures of the documents', () => {
  it('load fast', () => {
    const folder = join(root, 'docs/images');
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    assert.ok(Math.max(...bytes) <= 2_000_000);
    assert.ok(bytes.reduce((sum, each) => sum + each, 0) <= 3_000_000);
  });

  it('are all shown somewhere', () => {
    const shown = forUsers.flatMap((page) => linksIn(read(page)).map((link) => basename(link)));
    assert.deepEqual(
      readdirSync(join(root, 'docs/images')).filter((name) => !shown.includes(name)),
      [],
    );
  });
});

describe('The pages with tables', () => {
  for (const file of Object.keys(PAGES))
    it(`have those of today; npm run docs writes them: ${file}`, async () => {
      assert.equal(read(file), await withTables(file, read(file)));
    });
});

describe('The reference', () => {
  it('lists every command and every setting, with its texts', () => {
    const rows = Array.from(read('docs/reference.md').matchAll(/^\| `(userGroups\.\w+)` +\| ([^|]+) \|/gm));
    const expected = [
      ...Object.keys(manifest.contributes.configuration.properties),
      ...manifest.contributes.commands
        .map(({ command }) => command)
        .filter((id) => id !== 'userGroups.loadMore' && id !== 'userGroups.copyRow'),
    ];
    assert.deepEqual(rows.map(([, name]) => name).toSorted(), expected.toSorted());
    assert.deepEqual(
      rows.filter(([, , text = '']) => text.trim() === '' || text.startsWith('%')),
      [],
    );
  });

  it('names every color', () => {
    const page = read('docs/reference.md');
    assert.deepEqual(
      manifest.contributes.colors.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``)),
      [],
    );
  });

  it('needs a place for each table', async () => {
    await assert.rejects(withTables('docs/reference.md', '# Reference\n'), /has no place for the table of settings/);
  });
});

describe('The page of states', () => {
  const page = read('docs/states.md');

  it('has an icon of every state of a group, in its color', () => {
    const colors = { attention: '#bf8803', draft: '#3794ff', none: '#848484' };
    for (const status of ALL_STATUSES) {
      const icon = read(`docs/icons/${STATUS_ICON[status]}.svg`);
      assert.ok(icon.includes(`fill="${colors[STATUS_COLOR[status] ?? 'none']}"`), status);
    }
  });

  it('has the icon of production in its color', () => {
    const production = manifest.contributes.colors.find(({ id }) => id === 'userGroups.production');
    assert.ok(production);
    assert.ok(read('docs/icons/server-environment.svg').includes(`fill="${production.defaults.light}"`));
  });

  const service: Connection = { id: '1', kind: 'service', status: 'ready', name: 'a', baseUrl: 'https://a.example' };
  const connections: readonly Connection[] = [
    { ...service, environment: 'Customer' },
    service,
    { ...service, environment: 'Testing' },
    { ...service, environment: 'Testing', mismatch: { about: 'team', reason: '' } },
    { ...service, environment: 'Testing', status: 'moved', recordedBaseUrl: 'https://b.example' },
    { ...service, kind: 'sandbox' },
  ];
  for (const of of connections) {
    const node = { kind: 'connection', connection: 'a', of, position: 0, groups: 0, isRunning: true } as const;
    const { icon, description = '' } = described(node, 0);
    const word = description.replace(/( ·|,| from ).*/, '');
    it(`shows the icon of a connection that says "${word}"`, () => {
      assert.match(page, new RegExp(`^\\| !\\[${icon}\\]\\(icons/${icon}\\.svg\\) +\\| \\*\\*${word}\\*\\* `, 'm'));
      assert.ok(existsSync(join(root, `docs/icons/${icon}.svg`)));
    });
  }

  it('explains every outcome of a bulk operation, and no other', () => {
    const labels = (['getOrCreate', 'update', 'rotate'] as const).flatMap((kind) =>
      itemFilters(kind).flatMap(({ id, label }) => (id === 'sending' ? [] : label)),
    );
    const [, table = ''] = page.split('## Of a group in a bulk operation');
    const explained = Array.from(table.matchAll(/^\| \*\*(.+?)\*\* /gm), ([, label]) => label);
    assert.deepEqual(explained.toSorted(), [...new Set(labels)].toSorted());
  });
});

describe('What users read', () => {
  it('links to files and headings that are there', () => {
    const links = linking.flatMap((page) => linksIn(read(page)).map((link) => ({ page, link })));
    assert.ok(links.length > 60, `${links.length} links`);
    const broken = links.filter(({ page, link }) => {
      if (/^\w+:/.test(link)) return !(link.startsWith('https://') && URL.canParse(link));
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsIn(read(file)).includes(anchor);
    });
    assert.deepEqual(broken, []);
  });

  it('names scripts that are there', () => {
    const named = forUsers.flatMap((page) => Array.from(read(page).matchAll(/npm run ([\w:]+)/g), ([, name]) => name));
    assert.deepEqual(
      named.filter((name) => name === undefined || !(name in manifest.scripts)),
      [],
    );
  });

  it('names commands by their titles of today', () => {
    const titles = Array.from(
      read('docs/reference.md').matchAll(/^\| `userGroups\.\w+` +\| ([^|]+) \|/gm),
      ([, title]) => title?.trim(),
    );
    const named = forUsers.flatMap((page) =>
      Array.from(read(page).matchAll(/\*\*([^*]+…)\*\*/g), ([, title = '']) => ({
        page,
        title: title.replaceAll(/\s+/g, ' '),
      })),
    );
    assert.ok(named.length > 60);
    assert.deepEqual(
      named.filter(({ title }) => title !== 'Sending…' && !titles.includes(title)),
      [],
    );
  });

  it('reaches a package with links to the repository, for a README that is read elsewhere', () => {
    assert.deepEqual(linkBases('git+https://git.example/team/project.git'), {
      content: 'https://git.example/team/project/blob/HEAD',
      images: 'https://git.example/team/project/raw/HEAD',
    });
    assert.ok(URL.canParse(linkBases(manifest.repository.url).content));
  });
});
