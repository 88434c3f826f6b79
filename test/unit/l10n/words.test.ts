// The words that no text for the user has, each with the one that is used instead, and how its sentences are written.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf } from '../../../scripts/l10n/messages.ts';
import { sourceFiles } from '../../../scripts/metrics/sourceFile.ts';
import { sentenceCount } from '../../support/l10n/sentenceCount.ts';

const root = join(import.meta.dirname, '../../..');

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bfind(?:ing)? out\b|\bfound out\b/i, 'resolve'],
  [/\blet(?:ting|s)? go\b/i, 'dismiss'],
  [/\bkept answer\b/i, 'unrecognized response'],
  [/\bsay what happened\b|\bwhat happened\b/i, 'resolve, details'],
  [/\bdoubt/i, 'unverified'],
  [/\bdecide about\b/i, 'review'],
  [/\bWhat Was Sent\b/, 'history'],
  [/\bwhat the service answered\b/i, 'service response'],
  [/↔ document/, '↔ draft'],
  [/^Import…$/, 'Import Groups from File…'],
  [/\b(?:change|rotate|changing|rotating) many\b/i, 'edit multiple groups, rotate multiple tokens'],
  [/\b(?:a|the|this|that|no|bulk|each|which) runs?\b|\bruns (?:of|that|are|were)\b/i, 'bulk operation'],
  [/\brepeat (?:the )?failed\b/i, 'Retry Failed'],
  [/^Ended\b|\bhas ended\b/i, 'Completed'],
  [/\bhand(?:ed|ing|s)?[ -]over\b/i, 'deliver'],
  [/\bwhen one fails\b/i, 'If an update fails'],
  [/\bthis machine's list\b/i, 'the list'],
  [/\bleav(?:e|es|ing) (?:it |them )?out\b|\bleft out\b/i, 'omit'],
  [/\bdoors?\b/i, 'command, route'],
  [/\bdeeds?\b/i, 'action, step'],
  [/\bgiven\b/i, 'a verb that says who does it'],
  [/\bmade again\b/i, 'recreated'],
  [/\bnot documented\b/i, 'what may happen, where it matters'],
  [/\bknown here\b|\bmapping not known\b/i, 'unknown, or in the list'],
  [/\bsent from here\b/i, 'sent'],
  [/\belsewhere cannot be seen\b/i, "don't show here"],
  [/\bold (?:one|token)s?\b/i, 'previous'],
  [/\bomit from request\b/i, 'Remove from Document'],
  [/\bunder way\b/i, 'sending, in progress'],
  [/\bnot sent\b.*\bdraft\b|\bdraft, not sent\b/i, 'unsent changes'],
  [/\bwhen last asked\b/i, 'recreated'],
  [/\banew\b/i, 'again, recreated'],
  [/\bkept here\b/i, 'stored locally'],
  [/\bby this id\b/i, "The ID can't be changed."],
  [/\blast call\b/i, 'last request'],
  [/\bbefore anything else\b/i, 'first'],
  [/\bstill works?\b/i, 'may stop working immediately'],
  [/\bleaves the clipboard\b/i, 'Clipboard clears in 60 s'],
  [/\bcould not ask\b/i, "Couldn't update"],
  [/\bno such rotation\b/i, 'No unresolved rotations.'],
  [/\bstands? (?:twice|more than once)\b/i, 'duplicate'],
  [/\bneither text nor\b/i, 'Unsupported value.'],
  [/\bparted by\b|\bparts the cells\b/i, 'delimiter'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bwhat to know\b|\bdifference or reason\b/i, 'details'],
  [/^leave it$|^send again$/i, 'Cancel, Send Anyway'],
  [/\bwho looks at\b/i, 'Environment type'],
  [/\bjournal\b|\bdigests?\b|\bleases?\b|\bseal(?:s|ed|ing)?\b/i, 'what a person sees of it'],
];

/** Of messages alone: a page has room for more. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'response'],
  [/\b(?:cannot|(?:could|does|did|do|has|have) not|has no longer)\b/i, "can't, couldn't, doesn't"],
  [/\b[Ii]ds?\b/, 'ID'],
  [/(?<!["<])\b[Uu]ser_group_id\b(?!"|\()/, '"user_group_id"'],
  // The service of a connection may call it a customer.
  [/\b[Uu]ser groups?\b/, 'group'],
  [/\bwhoever\b/i, 'the administrator, anyone'],
  [/;/, 'two sentences'],
  [/ [—–] /, 'two sentences'],
  [/\bcancelled\b/i, 'canceled, as VS Code spells it'],
  [/\byour list\b/i, 'the list'],
  [/\bso that\b|\bwhatever\b|\bwhichever\b/i, 'a short sentence'],
];

interface Text {
  readonly place: string;
  readonly text: string;
}

const messages: readonly Text[] = sourceFiles('src')
  .flatMap(messagesOf)
  .flatMap(({ place, text }) => (text === undefined ? [] : [{ place, text }]));
const nls = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const manifest = Object.entries(nls).map(([key, text]): Text => ({ place: `package.nls.json: ${key}`, text }));
const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'samples')).map((name) => `samples/${name}/README.md`),
].flatMap((page) => paragraphs(page, read(page)));
describe('A text for a person', () => {
  it('uses the words of the glossary', () => {
    assert.deepEqual(wrong([...messages, ...manifest, ...pages], WORDS), []);
  });

  it('is written as the glossary says', () => {
    assert.deepEqual(wrong(messages, SENTENCES), []);
  });

  it('has at most two sentences', () => {
    const lines = manifest.flatMap(({ place, text }) => text.split('\n').map((line) => ({ place, text: line })));
    assert.deepEqual(
      [...messages, ...lines].filter(({ text }) => sentenceCount(text) > 2),
      [],
    );
  });

  it('quotes the title of a command that it names', () => {
    const titles = Object.entries(nls)
      .filter(([key, title]) => /^command\.(?!category)/.test(key) && title.includes(' '))
      .map(([, title]) => title.replace('…', ''));
    const naming = messages.flatMap(({ place, text }) =>
      titles
        .filter(
          (title) =>
            text.replaceAll(/"[^"]*"/g, '').includes(title) && !text.startsWith(title) && !titles.includes(text),
        )
        .map((title) => `${place}: ${text} (${title})`),
    );
    assert.deepEqual(naming, []);
  });

  it('is looked at', () => {
    assert.ok(manifest.length > 50);
    assert.equal(wrong([{ place: 'a', text: 'Finding out about the run of "acme".' }], WORDS).length, 2);
  });
});

function wrong(texts: readonly Text[], rules: readonly (readonly [RegExp, string])[]): string[] {
  return texts.flatMap(({ place, text }) =>
    rules
      .filter(([word]) => word.test(text))
      .map(([word, instead]) => `${place}: ${text} (${word.exec(text)?.[0] ?? ''} → ${instead})`),
  );
}

/** Lines that belong together as one text: a phrase may be broken between two of them. */
function paragraphs(page: string, text: string): Text[] {
  let line = 1;
  return text.split(/\n(?=\n|[-*#|>]|\d+\.)/).map((paragraph) => {
    const place = `${page}:${line}`;
    line += paragraph.split('\n').length;
    return { place, text: prose(paragraph.replaceAll(/\s+/g, ' ')) };
  });
}

/** Without code, addresses and links' targets: public names stay as they are. */
function prose(line: string): string {
  return line.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\/\/\S+/g, '');
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
