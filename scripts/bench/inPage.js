// Runs in every frame of the browser: says when keys were pressed, and when what they led to was drawn. Times are
// milliseconds since 1970, so that those of one frame can be compared with those of another.
'use strict';

globalThis.inPage = (() => {
  const now = () => performance.timeOrigin + performance.now();

  /** When the next frame is done: nothing tells, but what is posted while it is made arrives after it. */
  const drawn = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now());
        port2.postMessage(undefined);
      });
    });

  /** When that was drawn which holds now or later. */
  const drawnOnce = async (holds) => {
    while (!holds()) await new Promise(requestAnimationFrame);
    return drawn();
  };

  let keyAt = NaN;
  let keystroke = Promise.resolve(NaN);
  const listen = () =>
    addEventListener(
      'keydown',
      ({ isTrusted }) => {
        // A page of the editor repeats its keys to the window around it.
        if (!isTrusted) return;
        const pressed = (keyAt = now());
        keystroke = drawn().then((at) => at - pressed);
      },
      true,
    );

  const has = (selector) => document.querySelector(selector) !== null;
  const formStands = () => {
    const form = document.querySelector('#active-frame')?.contentDocument;
    return (form?.querySelectorAll('#name, .cm-content[contenteditable=true]').length ?? 0) === 2;
  };
  const textStands = () =>
    has('.editor-instance .monaco-editor .view-line span span') &&
    document.activeElement.matches('.monaco-editor .native-edit-context, .monaco-editor textarea.inputarea');
  const hasProblem = () => has('ul[aria-label=Problems] li') || has('.monaco-editor .squiggly-error');

  return {
    /** Hears keys from here on. Not from the first moment: what listens to a page that is written over falls silent. */
    listen,
    /** When the last one was pressed. */
    keyAt: () => keyAt,
    /** How long after the last one the next frame was done. */
    keystroke: () => keystroke,
    formDrawn: () => drawnOnce(formStands),
    textDrawn: () => drawnOnce(textStands),
    listDrawn: () =>
      drawnOnce(() => has('[id="workbench.view.extension.userGroups"] .monaco-list-row[aria-level="2"]')),
    problemDrawn: () => drawnOnce(hasProblem),
    problemGone: () => drawnOnce(() => !hasProblem()),
  };
})();

// From the first moment, whoever asks later. A page of the editor lies in a frame within this one, and is written over
// there.
if (parent === top && top !== self) globalThis.formDrawn = globalThis.inPage.formDrawn();
