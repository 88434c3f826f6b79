// The page's policy, word by word: what is not in it is forbidden.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlOf, pagePolicy } from '../../../../src/vscode/platform/pageHtml.ts';

const NONCE = '3f0c9a52-0000-4000-8000-000000000000';
const page = htmlOf({
  nonce: NONCE,
  title: 'User Group',
  script: 'https://file.test/form.js',
  styles: ['https://file.test/form.css'],
});

describe('The page of the form', () => {
  it('may run one script and have styles by its nonce, and reaches nothing', () => {
    assert.deepEqual(pagePolicy(NONCE).split('; '), [
      "default-src 'none'",
      `script-src 'nonce-${NONCE}'`,
      `style-src 'nonce-${NONCE}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.doesNotMatch(page, /unsafe|https?:\/\/(?!file\.test)|data:|\*/);
  });

  it('holds its policy, then one script and one style sheet, both with the nonce, and nothing inline', () => {
    assert.ok(page.indexOf('Content-Security-Policy') < Math.min(page.indexOf('<link'), page.indexOf('<script')));
    assert.deepEqual(page.match(/<(script|link|style|img|iframe)\b[^>]*>/g), [
      `<link rel="stylesheet" nonce="${NONCE}" href="https://file.test/form.css">`,
      `<script nonce="${NONCE}" src="https://file.test/form.js">`,
    ]);
    assert.doesNotMatch(page, /\son[a-z]+=|style=|<script[^>]*>[^<]/);
  });

  it('stays whole wherever the extension lies', () => {
    const odd = htmlOf({
      nonce: NONCE,
      title: '</title><img src=y>',
      script: 'https://file.test/"><img src=x>/form.js',
      styles: ['https://file.test/a&b/form.css'],
    });
    assert.equal(odd.match(/<img/g), null);
    assert.match(odd, /href="https:\/\/file\.test\/a&amp;b\/form\.css"/);
  });

  it('says at once what a table is about, with nothing in it that could load', () => {
    const first = { title: 'Update <img src=x>', headline: '3 & 4 "groups"' };
    const table = htmlOf({ nonce: NONCE, title: 'Table', script: '', styles: [], first });
    assert.equal(table.match(/<img/g), null);
    assert.match(table, /<p class="title">Update &lt;img src=x><\/p><h1>3 &amp; 4 &quot;groups&quot;<\/h1>/);
    assert.ok(table.indexOf('<h1>') < table.indexOf('<script'));
    assert.doesNotMatch(page, /<main/);
  });

  it('is drawn without a style, a script or a piece of HTML of its own', () => {
    const folders = ['form', 'table', 'webview'].map((room) => join(import.meta.dirname, '../../../../src', room));
    const found = folders
      .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
      .flatMap((file) => {
        const text = readFileSync(file, 'utf8');
        return Array.from(
          text.matchAll(
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|unsafe(HTML|SVG|CSS)|\beval\(|new Function|style="|style=\$/g,
          ),
          ([what]) => `${file}: ${what}`,
        );
      });
    assert.deepEqual(found, []);
  });

  it('gives its nonce to the editors, whose styles would be refused without', () => {
    assert.match(
      readFileSync(join(import.meta.dirname, '../../../../src/form/editorTheme.ts'), 'utf8'),
      /EditorView\.cspNonce\.of\(nonce\)/,
    );
  });
});
