// What a packaged extension may hold: what runs, and what the editor shows of it.

const allowed = [
  /^package(\.nls(\.[\w-]+)?)?\.json$/,
  /^l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^(README|CHANGELOG)\.md$/i,
  /^LICENSE(\.txt)?$/,
  /^ThirdPartyNotices\.txt$/,
  /^dist\/.+\.(js|css)$/,
  /^media\/.+\.(svg|png|json|css)$/,
];

/** What no packaged file may hold: [what, how it is found]. */
const foreign: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a source map', /[#@]\s*sourceMappingURL=/],
  [
    'a test',
    /\b(describe|it)\((["'`])[^"'`]+\2\s*,\s*(async\s*)?(function\b|\([^()]*\)\s*=>)|\b(from|import|require\() ?["'](mocha|fast-check)["']/,
  ],
  [
    'a path of a build machine',
    /(?:["'`(\s]|file:\/\/)\/(?:home|root|Users|tmp|var|opt|work|builds?)\/[\w.-]+\/|\b[A-Z]:\\{1,2}Users\\/,
  ],
  ['a registry', /https?:\/\/(registry|npm)\.|_authToken|\.npmrc/],
  [
    'a token',
    /\b(?:AKIA[0-9A-Z]{16}|gh[opsu]_\w{36,}|github_pat_\w{40,}|xox[abprs]-[\w-]{10,}|npm_\w{36,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.)/,
  ],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
];

/** Why this file, by its path and text, cannot be given to anyone; `machine` are folders of this one. */
export function troublesIn(path: string, text: string, machine: readonly string[]): string[] {
  const own = machine
    .filter((folder) => folder.length > 1 && text.includes(folder))
    .map(() => `${path} holds a path of this machine`);
  return [...own, ...foreign.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} holds ${what}`)];
}

/** Of these paths, relative to the extension's folder, those that have no place in the package. */
export function strangers(files: readonly string[]): string[] {
  return files.filter((file) => !allowed.some((pattern) => pattern.test(file)));
}
