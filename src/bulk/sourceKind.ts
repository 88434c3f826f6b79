// How a list that is brought in is read, by the name of its file.

export function sourceKindOf(fileName: string): 'csv' | 'json' | 'jsonLines' {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return 'jsonLines';
  return /\.json$/i.test(fileName) ? 'json' : 'csv';
}
