// What a packaged extension may hold: what runs, and what the editor shows of it.

const allowed = [
  /^package\.json$/,
  /^(README|CHANGELOG)\.md$/i,
  /^LICENSE(\.txt)?$/,
  /^dist\/.+\.(js|css)$/,
  /^media\/.+\.(svg|png|json|css)$/,
];

/** Of these paths, relative to the extension's folder, those that have no place in the package. */
export function strangers(files: readonly string[]): string[] {
  return files.filter((file) => !allowed.some((pattern) => pattern.test(file)));
}
