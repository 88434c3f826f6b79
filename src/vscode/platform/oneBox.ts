// Keeps a box from the first question of a wizard to the last: what is typed between two of them reaches no document.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { QuickInput } from 'vscode';

interface Box {
  /** Has been answered, and is shown until the next one takes its place. */
  held?: QuickInput;
  /** What was begun meanwhile, such as a notice with buttons, may ask later on. */
  isOver?: true;
}

const boxes = new AsyncLocalStorage<Box>();

/** Until `work` is over or shows its progress, each question that was answered stays, busy and with the focus. */
export async function inOneBox<T>(work: () => Promise<T>): Promise<T> {
  const outer = boxes.getStore();
  if (outer !== undefined && outer.isOver !== true) return work();
  const box: Box = {};
  try {
    return await boxes.run(box, work);
  } finally {
    box.isOver = true;
    box.held?.dispose();
  }
}

/** The user goes on working while something takes its time. */
export function endBox(): void {
  boxes.getStore()?.held?.dispose();
}

/** Shows a question in the place of the one before. Returns what is called once it is answered. */
export function showInBox(question: QuickInput): () => void {
  const box = boxes.getStore();
  question.show();
  // Not before: without any box the focus would be in the document.
  box?.held?.dispose();
  return () => {
    if (box === undefined || box.isOver === true) question.hide();
    else {
      question.busy = true;
      box.held = question;
    }
  };
}
