// Prints the figures by which this code is kept readable, each with its target; `-- --all` names every place, too.

import { castsByUnknown } from './metrics/castsByUnknown.ts';
import { circles, folderCircles, importGraph } from './metrics/circles.ts';
import { clippedComments } from './metrics/clippedComments.ts';
import { functionLengths, ninetiethPercentile } from './metrics/functions.ts';
import { repeatedExports, repeatedFileNames, replacedFileNames, replacedNames } from './metrics/names.ts';
import { lineCount, sourceFiles } from './metrics/sourceFile.ts';
import { wideLines } from './metrics/wideLines.ts';

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly most: number;
  /** Where it comes from, shown when asked for or when the target is missed. */
  readonly places?: readonly string[];
}

const src = sourceFiles('src');
const all = [...src, ...sourceFiles('test', 'scripts')];
const showsAll = process.argv.includes('--all');
const figures = [...sizes(), ...walls(), ...names()];

for (const { what, value, most, places = [] } of figures) {
  const isMet = value <= most;
  console.log(`${isMet ? 'met   ' : 'missed'}  ${String(value).padStart(6)}  ${what} (at most ${most})`);
  const shown = showsAll ? places : isMet ? [] : places.slice(0, 5);
  for (const place of shown) console.log(`                  ${place}`);
  if (!isMet && shown.length < places.length) console.log(`                  … ${places.length - shown.length} more`);
}

function sizes(): Figure[] {
  const functions = src.flatMap(functionLengths).toSorted((a, b) => b.lines - a.lines);
  const lengths = src.map(({ path, text }) => ({ place: path, lines: lineCount(text) }));
  return [
    counted('lines wider than 120 that are not texts', all.flatMap(wideLines), 0),
    { what: 'files of src', value: src.length, most: 540 },
    lines('src', 54_000, 'src/'),
    lines('core and contract', 3_700, 'src/core/', 'src/contract/'),
    lines('api', 2_600, 'src/api/'),
    lines('vscode', 17_000, 'src/vscode/'),
    lines('scripts', 4_500, 'scripts/'),
    lines('test', 65_000, 'test/'),
    counted(
      'files of src of more than 400 lines',
      lengths.filter((file) => file.lines > 400).map((file) => `${file.place} ${file.lines}`),
      0,
    ),
    {
      what: 'lines of a file, 90th percentile',
      value: ninetiethPercentile(lengths.map((file) => file.lines)),
      most: 215,
    },
    {
      what: 'lines of a function, 90th percentile',
      value: ninetiethPercentile(functions.map(({ lines }) => lines)),
      most: 20,
    },
    {
      what: 'lines of the longest function',
      value: functions[0]?.lines ?? 0,
      most: 60,
      places: functions.filter(({ lines }) => lines > 40).map(({ place, lines }) => `${place} ${lines}`),
    },
  ];
}

function lines(room: string, most: number, ...folders: readonly string[]): Figure {
  const files = all.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
  return { what: `lines of ${room}`, value: files.reduce((sum, { text }) => sum + lineCount(text), 0), most };
}

function walls(): Figure[] {
  const graph = importGraph(src);
  const named = (found: readonly string[][]): string[] => found.map((circle) => circle.join(' ↔ '));
  return [
    counted('"as unknown as" in src, test and scripts', all.flatMap(castsByUnknown), 5),
    counted('circles of files, types included', named(circles(graph)), 0),
    counted('circles of folders, types included', named(folderCircles(graph)), 0),
  ];
}

function names(): Figure[] {
  return [
    counted('names that the glossary replaces', all.flatMap(replacedNames), 0),
    counted('words in comments that the glossary replaces', all.flatMap(clippedComments), 0),
    counted('files that the glossary renames', replacedFileNames(all), 0),
    counted('file names that stand twice in src', repeatedFileNames(src), 0),
    counted('exported names that stand twice in src', repeatedExports(src), 0),
  ];
}

function counted(what: string, places: readonly string[], most: number): Figure {
  return { what, value: places.length, most, places };
}
