// What is written about the code names what is there, and every room says what it is for.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    `${folder}/${path}`.replaceAll('\\', '/'),
  );
const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

const rooms = [...foldersIn('src'), ...['services', 'store', 'vscode'].flatMap((room) => foldersIn(`src/${room}`))];
const written = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...below('docs/engineering'),
  ...rooms.map((room) => `${room}/README.md`),
];

describe('A room', () => {
  it('has a README: its job, what may enter, where to begin reading', () => {
    assert.ok(rooms.length > 25, 'the rooms are those of the product');
    for (const room of rooms) {
      const [title, empty, ...lines] = read(`${room}/README.md`).trimEnd().split('\n');
      assert.equal(title, `# ${room.slice('src/'.length)}`);
      assert.equal(empty, '');
      assert.deepEqual(
        lines.map((line) => /^- \*\*(Job|May enter|Begin with)\*\*: \S/.exec(line)?.[1]),
        ['Job', 'May enter', 'Begin with'],
        room,
      );
    }
  });

  it('names a file of its own to begin with', () => {
    const files = new Set(below('src'));
    assert.deepEqual(
      rooms.filter((room) => {
        const [, file = ''] = /\*\*Begin with\*\*: `([^`]+)`/.exec(read(`${room}/README.md`)) ?? [];
        return !files.has(`${room}/${file}`);
      }),
      [],
    );
  });
});

describe('What is written about the code', () => {
  it('names files that are there', () => {
    const files = [...below('src'), ...below('test'), ...below('scripts'), 'oxlint.config.ts'];
    const missing = written.flatMap((page) =>
      Array.from(read(page).matchAll(/`([\w./-]+\.(?:ts|js|mjs))`/g), ([, name = '']) => name)
        .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });
});
