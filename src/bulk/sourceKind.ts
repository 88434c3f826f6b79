// The format of an imported file, by its name.

export function sourceKindOf(fileName: string): 'csv' | 'json' | 'jsonLines' {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return 'jsonLines';
  return /\.json$/i.test(fileName) ? 'json' : 'csv';
}
