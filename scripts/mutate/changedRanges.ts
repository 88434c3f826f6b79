// What a difference of git's adds to src, as ranges of lines that Stryker understands: file:first-last.

export function changedRanges(difference: string): string[] {
  const ranges: string[] = [];
  let file = '';
  for (const line of difference.split('\n')) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === '0' || !file.endsWith('.ts')) continue;
    const first = Number(start);
    ranges.push(`${file}:${first}-${first + Number(count) - 1}`);
  }
  return ranges;
}
