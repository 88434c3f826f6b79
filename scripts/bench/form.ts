// How long the user waits for the form, beside plainer editors in the same browser: opening it, typing into it, being
// notified of a problem.

import { build } from 'esbuild';
import type { Keyboard, Locator } from 'playwright-core';
import { root, useScratchFolder } from '../editor/folders.ts';
import { handBack } from './alone.ts';
import { byTurns, median } from './rounds.ts';
import { compared, figureOf, milliseconds, type Row } from './row.ts';
import { inPage, startTimedEditor, type Face, type Size, type TimedEditor } from './timedEditor.ts';

const openingRounds = 15;
const typingRounds = 8;
const keysInRound = 12;
const problemRounds = 3;
const problemsInRound = 3;
const problemsWithin = 50;

/** Where keys go, and where the frames are that show what came of them. */
interface Typing {
  readonly keyboard: Keyboard;
  readonly document: Locator;
}

async function measureForm(): Promise<Row[]> {
  const editor = await startTimedEditor(useScratchFolder());
  try {
    const empty = await openEmptyCodeMirror(editor);
    return [
      ...(await measureOpening(editor)),
      await measureTyping(
        editor,
        empty,
        'large',
        'keystroke in the form, 100 KB document, beside an empty CodeMirror',
        1.3,
      ),
      await measureTyping(editor, empty, 'huge', '… 1 MB document', 1.5),
      await measureProblems(editor),
    ];
  } finally {
    await editor.stop();
  }
}

async function measureOpening(editor: TimedEditor): Promise<Row[]> {
  const opening = (face: Face) => async (): Promise<number> => {
    const durations = await editor.open('small', face);
    await editor.close();
    return durations;
  };
  const { form, empty, text } = await byTurns(openingRounds, {
    form: opening('form'),
    empty: opening('empty'),
    text: opening('text'),
  });
  return [
    compared('open the form, beside an empty custom editor', form, empty, milliseconds, 1.25),
    compared('… beside the text editor on the same document', form, text, milliseconds, 1.8),
  ];
}

async function openEmptyCodeMirror({ context }: TimedEditor): Promise<Typing> {
  const {
    outputFiles: [script],
  } = await build({
    stdin: {
      contents: "import { EditorView } from '@codemirror/view'; new EditorView({ parent: document.body }).focus();",
      resolveDir: root,
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  const page = await context.newPage();
  await page.addScriptTag({ content: script?.text ?? '' });
  const document = page.locator(':root');
  await document.evaluate('inPage.listen()');
  return { keyboard: page.keyboard, document };
}

/** Within the string that is the first property's value, so that the text stays valid. */
async function measureTyping(editor: TimedEditor, empty: Typing, size: Size, what: string, most: number): Promise<Row> {
  await editor.open(size, 'form');
  const form = await typingAtFirstProperty(editor);
  for (const key of ['ArrowLeft', 'ArrowLeft']) await form.keyboard.press(key);
  const typed = await byTurns(typingRounds, { form: () => keystroke(form), empty: () => keystroke(empty) });
  // What is on its way to the document when its form closes would open it again.
  await editor.save();
  await editor.close();
  return compared(what, typed.form, typed.empty, milliseconds, most);
}

async function typingAtFirstProperty({ page, form }: TimedEditor): Promise<Typing> {
  const document = form.locator(':root');
  await document.evaluate('inPage.listen()');
  await form.getByRole('textbox', { name: 'Properties', exact: true }).focus();
  for (const key of ['Control+Home', 'ArrowDown', 'End']) await page.keyboard.press(key);
  return { keyboard: page.keyboard, document };
}

/**
 * The median of several, from the key to the next frame, in milliseconds. Each waits for the last: what is measured is
 * no queue.
 */
async function keystroke({ keyboard, document }: Typing): Promise<number> {
  const times: number[] = [];
  for (let key = 0; key < keysInRound; key += 1) {
    await keyboard.press('a');
    times.push(await inPage(document, 'inPage.keystroke()'));
  }
  return median(times);
}

async function measureProblems(editor: TimedEditor): Promise<Row> {
  const { form, text } = await byTurns(problemRounds, {
    form: () => problemsIn(editor, 'form'),
    text: () => problemsIn(editor, 'text'),
  });
  return {
    ...compared('problems appear after an edit, 100 KB document, beside the text editor', form, text, milliseconds, 2),
    figure: figureOf(median(form), form),
    target: `at most ${milliseconds(problemsWithin)}`,
    isMet: median(form) <= problemsWithin,
  };
}

/** The median of several, from the key that makes one to the frame that shows it, in milliseconds. */
async function problemsIn(editor: TimedEditor, face: Face): Promise<number> {
  await editor.open('large', face);
  const { keyboard, document } =
    face === 'form' ? await typingAtFirstProperty(editor) : await typingAtFirstLine(editor);
  const times: number[] = [];
  for (let problem = 0; problem < problemsInRound; problem += 1) {
    // The comma at the end of a line.
    await keyboard.press('Backspace');
    times.push((await inPage(document, 'inPage.problemDrawn()')) - (await inPage(document, 'inPage.keyAt()')));
    await keyboard.press(',');
    await document.evaluate('inPage.problemGone()');
  }
  await editor.close();
  return median(times);
}

async function typingAtFirstLine({ page }: TimedEditor): Promise<Typing> {
  for (const key of ['Control+Home', 'ArrowDown', 'End']) await page.keyboard.press(key);
  return { keyboard: page.keyboard, document: page.locator(':root') };
}

handBack(await measureForm());
