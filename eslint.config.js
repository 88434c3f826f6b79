// Lint is the architecture: walls between rooms, and calls that have one home each.

import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Texts of every room can be translated. */
const L10N = '@vscode/l10n';

/** room → [rooms it may import, packages it may import beside `L10N`] */
const rooms = {
  contract: [[], []],
  core: [['contract'], []],
  document: [['contract', 'core'], ['jsonc-parser']],
  api: [
    ['contract', 'core'],
    [
      'undici',
      'valibot',
      'p-queue',
      'jsonc-parser',
      'node:net',
      'node:dns',
      'node:tls',
      'node:crypto',
      'node:fs',
      'node:zlib',
    ],
  ],
  store: [['core'], ['node:sqlite', 'node:crypto', 'node:fs', 'node:path', 'node:worker_threads']],
  sandbox: [['core'], ['node:http', 'node:sqlite', 'node:crypto', 'node:zlib', 'jsonc-parser']],
  bulk: [
    ['contract', 'core', 'document'],
    ['papaparse', 'chardet', 'valibot'],
  ],
  services: [
    ['contract', 'core', 'document', 'bulk'],
    ['fastest-levenshtein', 'node:child_process', 'node:crypto', 'node:path'],
  ],
  vscode: [['contract', 'core', 'document', 'bulk', 'services', 'protocol'], ['vscode']],
  protocol: [['core'], ['@codemirror/state']],
  form: [
    ['contract', 'core', 'document', 'protocol', 'webview'],
    [
      '@codemirror/autocomplete',
      '@codemirror/collab',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      'lit-html',
      'lit-html/directive.js',
      'lit-html/directives/live.js',
      'lit-html/directives/repeat.js',
    ],
  ],
  table: [
    ['core', 'protocol', 'webview'],
    ['lit-html', 'lit-html/directives/live.js', 'lit-html/directives/repeat.js'],
  ],
  webview: [['core', 'protocol'], ['lit-html']],
};

/** Files of a room by how deep they lie, and what an import of another room begins with there. */
const depths = (room) =>
  ['', '*/', '*/*/'].map((folders) => [`src/${room}/${folders}*.ts`, '../'.repeat(folders.split('/').length)]);

const walls = Object.entries(rooms).flatMap(([room, [mayEnter, packages]]) =>
  depths(room).map(([files, out]) => ({
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^${out.replaceAll('.', '\\.')}(?!\\.\\.)(?!(${mayEnter.join('|')})/)`,
              message: `src/${room} may import ${mayEnter.join(', ') || 'no other room'} only.`,
            },
            { regex: `^${out.replaceAll('.', '\\.')}\\.\\./`, message: 'No room may import what lies outside src.' },
            {
              regex: `^(?!\\.{1,2}/${[L10N, ...packages].map((name) => `|${name}$`).join('')})`,
              message: `src/${room} may import these packages only: ${packages.join(', ') || 'none'}.`,
            },
          ],
        },
      ],
    },
  })),
);

const NOWHERE = 'src/nowhere';

/** Calls that belong to one file: [selector, home, what to do instead]. */
const oneHome = [
  [
    "CallExpression[callee.property.name='registerCommand']",
    'src/vscode/command/commandRunner.ts',
    'Commands are registered in one place: add yours to the command map.',
  ],
  [
    'CallExpression[callee.property.name=/^show(Error|Warning|Information)Message$/]',
    'src/vscode/platform/messages.ts',
    'Messages go through messages.ts, which makes foreign text harmless.',
  ],
  [
    'ImportExpression[source.value!=/^\\.\\/[^/]+$/]',
    'src/*.ts',
    'What loads on first use from another room is loaded by the root.',
  ],
  [
    "NewExpression[callee.property.name='MarkdownString']",
    'src/vscode/editing/schemas/mappingHover.ts',
    'Text from elsewhere is shown as text, never as Markdown.',
  ],
  [
    "CallExpression[callee.property.name='createInputBox']",
    'src/vscode/command/ask.ts',
    'Questions are asked by command/ask.ts, which makes foreign text harmless.',
  ],
  [
    "CallExpression[callee.object.property.name='window'][callee.property.name='withProgress']",
    'src/vscode/platform/progress.ts',
    'Progress is shown by progress.ts, which makes foreign text harmless.',
  ],
  [
    "CallExpression[callee.property.name='setStatusBarMessage']",
    'src/vscode/platform/messages.ts',
    'Messages go through messages.ts, which makes foreign text harmless.',
  ],
  [
    'CallExpression[callee.property.name=/^(showInputBox|showQuickPick|registerWebviewViewProvider)$/]',
    NOWHERE,
    'Texts reach a person by messages.ts, command/ask.ts, the tree and the form alone.',
  ],
  [
    "CallExpression[callee.property.name='createStatusBarItem']",
    'src/vscode/bulk/runs/runStatus.ts',
    'What is under way is shown by bulk/runs/runStatus.ts, which makes foreign text harmless.',
  ],
  [
    "CallExpression[callee.property.name='createWebviewPanel']",
    'src/vscode/table/tablePanel.ts',
    'What is a table is shown by table/tablePanel.ts, whose page may do nothing but what it is offered.',
  ],
  [
    'Property[key.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris)$/][value.type!="ArrowFunctionExpression"]',
    NOWHERE,
    'Nothing that is shown may run a command, draw an icon or hold HTML.',
  ],
  [
    'AssignmentExpression[left.property.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|innerHTML|outerHTML)$/]',
    NOWHERE,
    'Nothing that is shown may run a command, draw an icon or hold HTML.',
  ],
  ['ImportSpecifier[imported.name=/^unsafe/]', NOWHERE, 'The page holds text, never HTML from elsewhere.'],
  [
    "MemberExpression[object.name='context'][property.name='subscriptions']",
    'src/*.ts',
    'Who creates, owns; the root alone hands over to VS Code.',
  ],
];
const banned = (home) =>
  oneHome.filter(([, file]) => file !== home).map(([selector, , message]) => ({ selector, message }));

export default defineConfig(
  { ignores: ['dist/', '.cache/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.form.json', './tsconfig.test.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': ['error', ...banned()],
      'no-warning-comments': 'error',
      eqeqeq: 'error',
      // The command map names results, and "nothing" is one of them.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // Texts of a person or of the service reach most of them: none may take quadratic time.
    files: ['**/*.{ts,js,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
    },
  },
  ...walls,
  ...oneHome.map(([, file]) => ({ files: [file], rules: { 'no-restricted-syntax': ['error', ...banned(file)] } })),
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': 'off',
    },
  },
);
