// What kind of list a file is, by its name.

/** By the file's name. */
export function sourceKindOf(fileName: string): 'csv' | 'json' | 'jsonLines' {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return 'jsonLines';
  return /\.json$/i.test(fileName) ? 'json' : 'csv';
}
