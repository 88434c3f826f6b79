// Lint is the architecture: walls between rooms, and calls that have one home each.

import { defineConfig } from 'oxlint';

/** Texts of every room can be translated. */
const L10N = '@vscode/l10n';

const error = <T>(...options: T[]): ['error', ...T[]] => ['error', ...options];

/** room → [rooms it may import, packages it may import beside `L10N`] */
const rooms: Readonly<Record<string, readonly [rooms: readonly string[], packages: readonly string[]]>> = {
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
  store: [
    ['contract', 'core'],
    ['node:sqlite', 'node:crypto', 'node:fs', 'node:path', 'node:worker_threads'],
  ],
  sandbox: [['core'], ['node:http', 'node:sqlite', 'node:crypto', 'node:zlib', 'jsonc-parser']],
  bulk: [
    ['contract', 'core', 'document'],
    ['chardet', 'valibot'],
  ],
  services: [
    ['contract', 'core', 'document', 'bulk'],
    ['fastest-levenshtein', 'node:child_process', 'node:crypto', 'node:path'],
  ],
  vscode: [
    ['contract', 'core', 'document', 'bulk', 'services', 'protocol'],
    ['vscode', 'node:async_hooks'],
  ],
  cli: [
    ['contract', 'core', 'document', 'bulk', 'services', 'api'],
    [
      'vscode-json-languageservice',
      'vscode-languageserver-textdocument',
      'node:crypto',
      'node:fs',
      'node:os',
      'node:path',
      'node:timers/promises',
      'node:url',
      'node:util',
      'node:vm',
    ],
  ],
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
      'lit-html/directives/guard.js',
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
const depths = (room: string) =>
  ['', '*/', '*/*/'].map((folders) => [`src/${room}/${folders}*.ts`, '../'.repeat(folders.split('/').length)] as const);

const walls = Object.entries(rooms).flatMap(([room, [mayEnter, packages]]) =>
  depths(room).map(([files, out]) => ({
    files: [files],
    rules: {
      'eslint-js/no-restricted-imports': error({
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
      }),
    },
  })),
);

const NOWHERE = 'src/nowhere';

/** Calls that belong to one file: [selector, home, what to do instead]. */
const oneHome: readonly (readonly [selector: string, home: string, message: string])[] = [
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
    'src/vscode/editing/schemas/languageFeatures.ts',
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
    'Who creates, owns; the root alone delivers to VS Code.',
  ],
];
const banned = (home?: string) =>
  oneHome.filter(([, file]) => file !== home).map(([selector, , message]) => ({ selector, message }));

/** What typescript-eslint calls strict and stylistic, beside what oxlint calls correctness. */
const TYPESCRIPT = [
  'adjacent-overload-signatures',
  'array-type',
  'ban-ts-comment',
  'ban-tslint-comment',
  'class-literal-property-style',
  'consistent-generic-constructors',
  'consistent-indexed-object-style',
  'consistent-type-assertions',
  'consistent-type-definitions',
  'consistent-type-imports',
  'dot-notation',
  'no-confusing-non-null-assertion',
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extraneous-class',
  'no-generated-empty-object-type',
  'no-inferrable-types',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-assignment',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'non-nullable-type-assertion-style',
  'only-throw-error',
  'prefer-find',
  'prefer-for-of',
  'prefer-function-type',
  'prefer-includes',
  'prefer-literal-enum-member',
  'prefer-nullish-coalescing',
  'prefer-optional-chain',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-regexp-exec',
  'prefer-return-this-type',
  'prefer-string-starts-ends-with',
  'related-getter-setter-pairs',
  'require-await',
  'restrict-plus-operands',
  'return-await',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];
const ESLINT = [
  'eqeqeq',
  'no-array-constructor',
  'no-empty-function',
  'no-useless-constructor',
  'no-var',
  'no-warning-comments',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
];
const errors = (names: readonly string[], plugin = '') =>
  Object.fromEntries(names.map((name) => [`${plugin}${name}`, 'error'] as const));

/** The rules of ESLint whose patterns JavaScript must read. */
const jsPlugins = [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }, 'eslint-plugin-regexp'];

export default defineConfig({
  ignorePatterns: ['dist/', '.cache/'],
  plugins: ['typescript'],
  jsPlugins,
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  rules: {
    // Texts of a person or of the service reach most of them: none may take quadratic time.
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(ESLINT),
        ...errors(TYPESCRIPT, 'typescript/'),
        'eslint-js/no-restricted-syntax': error(...banned()),
        'typescript/switch-exhaustiveness-check': 'error',
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // Control characters part what is stored in one column; `??=` is a use of a field; texts are what is sorted.
        'no-control-regex': 'off',
        'no-unused-private-class-members': 'off',
        'typescript/require-array-sort-compare': 'off',
      },
    },
    ...walls,
    ...oneHome.map(([, file]) => ({
      files: [file],
      rules: { 'eslint-js/no-restricted-syntax': error(...banned(file)) },
    })),
    {
      files: ['test/**/*.ts'],
      rules: { 'typescript/no-non-null-assertion': 'off', 'eslint-js/no-restricted-syntax': 'off' },
    },
  ],
});
