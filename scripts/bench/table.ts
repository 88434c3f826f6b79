// The rows as a table in Markdown.

import type { Row } from './row.ts';

const head = ['What', 'Ours', 'Peer', 'Ratio', 'Target', 'Met'];

export function tableOf(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const write = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [write(head), write(widths.map((width) => '-'.repeat(width))), ...lines.slice(1).map(write)].join('\n');
}

function cells({ what, ours, peer = '', ratio, target, isMet }: Row): string[] {
  return [what, ours, peer, ratio === undefined ? '' : ratio.toFixed(2), target, isMet ? 'yes' : 'no'];
}
