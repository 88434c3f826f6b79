// An editor for JSON: what it can do, how it reports what was typed, and how it is brought up to date.

import * as l10n from '@vscode/l10n';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldedRanges,
  foldEffect,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, nextDiagnostic, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import {
  findNext,
  findPrevious,
  gotoLine,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import {
  Annotation,
  Compartment,
  EditorSelection,
  EditorState,
  Prec,
  type ChangeSet,
  type Extension,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type HoverTooltipSource,
  type KeyBinding,
} from '@codemirror/view';
import type { TextEdit } from '../document/textEdit.ts';
import type { Labels } from '../protocol/formProtocol.ts';
import { completionFromHost, type EditorPlace } from './completion.ts';
import { editorTheme } from './editorTheme.ts';
import type { Ask } from '../webview/hostChannel.ts';
import { labelMarks, setLabels } from './labelMarks.ts';

/** What is kept of an editor while its page is away. */
export interface EditorMemory {
  readonly anchor: number;
  readonly head: number;
  readonly scrollTop: number;
  readonly folded: readonly (readonly [number, number])[];
}

export interface JsonEditorOptions {
  /** The id of the element that gets the focus. */
  readonly id: string;
  /** Its accessible name. */
  readonly name: string;
  readonly shown: string;
  readonly nonce: string;
  readonly isReadOnly: boolean;
  /** Id of the element that names its keys. */
  readonly describedBy: string;
  readonly ask: Ask;
  readonly place: EditorPlace;
  readonly onType: (changes: ChangeSet) => void;
  readonly onFormat: () => void;
  /** The cursor, the scrolling or what is folded moved. */
  readonly onMove: () => void;
}

/** Not typed here: the document said so. */
const fromDocument = Annotation.define<boolean>();

export class JsonEditor {
  readonly view: EditorView;
  readonly #readOnly = new Compartment();

  constructor(options: JsonEditorOptions) {
    const { nonce, shown, isReadOnly, onType, onMove } = options;
    this.view = new EditorView({
      doc: shown,
      extensions: [
        this.#readOnly.of(EditorState.readOnly.of(isReadOnly)),
        EditorView.updateListener.of((update) => {
          const isTyped =
            update.docChanged &&
            update.transactions.every((transaction) => transaction.annotation(fromDocument) !== true);
          if (isTyped) onType(update.changes);
          if (update.selectionSet || update.docChanged) onMove();
        }),
        EditorView.domEventHandlers({
          scroll: () => onMove(),
          // The browser puts the cursor at the start: the editor's own is put back before it is read from there.
          focus: (_, view) => {
            view.dispatch({});
          },
        }),
        editorTheme(nonce),
        abilities(options),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get memory(): EditorMemory {
    const { anchor, head } = this.view.state.selection.main;
    const folded: [number, number][] = [];
    foldedRanges(this.view.state).between(0, this.view.state.doc.length, (from, to) => {
      folded.push([from, to]);
    });
    return { anchor, head, scrollTop: this.view.scrollDOM.scrollTop, folded };
  }

  remember({ anchor, head, scrollTop, folded }: EditorMemory): void {
    const { length } = this.view.state.doc;
    const within = (offset: number): number => Math.max(0, Math.min(offset, length));
    this.view.dispatch({
      selection: EditorSelection.single(within(anchor), within(head)),
      effects: folded
        .filter(([from, to]) => from < to && to <= length)
        .map(([from, to]) => foldEffect.of({ from, to })),
    });
    this.view.requestMeasure({
      read: () => undefined,
      write: () => {
        this.view.scrollDOM.scrollTop = scrollTop;
      },
    });
  }

  /** Puts the smallest change in, so that cursor and scrolling stay where they are. */
  replace(edit: TextEdit): void {
    this.view.dispatch({ changes: edit, annotations: fromDocument.of(true) });
  }

  setReadOnly(isReadOnly: boolean): void {
    if (this.view.state.readOnly === isReadOnly) return;
    this.view.dispatch({ effects: this.#readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }

  setLabels(labels: Labels): void {
    this.view.dispatch({ effects: setLabels.of(labels) });
  }

  setProblems(problems: readonly Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, problems));
  }

  /** Selects the place and shows it. */
  goTo(from: number, to: number): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      scrollIntoView: true,
    });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}

function abilities({ id, name, describedBy, ask, place, onFormat }: JsonEditorOptions): Extension {
  return [
    EditorView.contentAttributes.of({
      id,
      'aria-label': name,
      'aria-describedby': describedBy,
      spellcheck: 'false',
      // It has the focus without it, too, which not everybody knows of a text that can be edited.
      tabindex: '0',
    }),
    editorKeys(() => {
      onFormat();
      return true;
    }),
    editorPhrases(),
    lineNumbers(),
    lintGutter(),
    foldGutter({ openText: '⌄', closedText: '›' }),
    codeFolding(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    indentUnit.of('  '),
    search({ top: true }),
    json(),
    autocompletion({ override: [completionFromHost(ask, place)], icons: false, defaultKeymap: false }),
    hoverTooltip(hoverFromHost(ask, place)),
    labelMarks(),
  ];
}

/** What the schema says of the place under the pointer. */
export function hoverFromHost(ask: Ask, place: EditorPlace): HoverTooltipSource {
  return async (view, pos) => {
    await place.settled();
    const asked = view.state.doc;
    const paragraphs = await ask('hover', { offset: place.toDocument(pos) }).catch(() => []);
    if (paragraphs.length === 0 || view.state.doc !== asked) return null;
    return { pos, create: () => ({ dom: hoverBox(paragraphs) }) };
  };
}

function hoverBox(paragraphs: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'hover';
  for (const paragraph of paragraphs) {
    const line = document.createElement('p');
    line.textContent = paragraph;
    box.append(line);
  }
  return box;
}

/** Sending belongs to the page, and JSON has no comments to toggle; Ctrl+G goes to a line in VS Code. */
const NOT_OURS = new Set(['Mod-Enter', 'Mod-/', 'Alt-A', 'Mod-g', 'Mod-Alt-g']);

/**
 * Tab writes nothing and leaves the editor, be a list of proposals open or not. Enter accepts a proposal; Ctrl+] and
 * Ctrl+[ indent.
 */
const bindings: readonly KeyBinding[] = [
  { key: 'Tab', run: closeList, shift: closeList },
  ...closeBracketsKeymap,
  ...completionKeymap,
  { key: 'Ctrl-g', run: gotoLine },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel' },
  { key: 'Ctrl-h', mac: 'Alt-Cmd-f', run: openSearchPanel },
  { key: 'F8', run: nextDiagnostic },
  ...searchKeymap,
  ...foldKeymap,
  ...defaultKeymap,
];

/** VS Code hears every key that goes on: what an editor has done must not be done a second time. */
export function editorKeys(format: () => boolean): Extension {
  const own = [{ key: 'Shift-Alt-f', run: format }, ...bindings].filter(
    ({ key }) => key === undefined || !NOT_OURS.has(key),
  );
  return [
    // VS Code's own for adding a cursor.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorState.allowMultipleSelections.of(true),
    Prec.high(keymap.of(own.map((binding) => ({ ...binding, stopPropagation: true })))),
  ];
}

/** An open list would get the focus: a browser lets Tab into what can be scrolled. */
function closeList(view: EditorView): boolean {
  closeCompletion(view);
  return false;
}

/** The editor's own texts in the words of VS Code, by what CodeMirror calls them; it fills in `$` itself. */
export function editorPhrases(): Extension {
  return EditorState.phrases.of({
    close: l10n.t('Close'),
    // Find and replace.
    Find: l10n.t('Find'),
    Replace: l10n.t('Replace'),
    next: l10n.t('Next'),
    previous: l10n.t('Previous'),
    all: l10n.t('Select All'),
    'match case': l10n.t('Match Case'),
    regexp: l10n.t('Regular Expression'),
    'by word': l10n.t('Whole Word'),
    replace: l10n.t('Replace'),
    'replace all': l10n.t('Replace All'),
    'current match': l10n.t('Current match'),
    'on line': l10n.t('on line'),
    'replaced match on line $': l10n.t('Replaced the match on line {0}', '$'),
    'replaced $ matches': l10n.t('Matches replaced: {0}', '$'),
    // Go to a line.
    'Go to line': l10n.t('Go to Line'),
    go: l10n.t('Go'),
    // Folding.
    'Fold line': l10n.t('Fold'),
    'Unfold line': l10n.t('Unfold'),
    'folded code': l10n.t('Folded JSON'),
    unfold: l10n.t('Unfold'),
    'Folded lines': l10n.t('Folded lines'),
    'Unfolded lines': l10n.t('Unfolded lines'),
    to: l10n.t('to'),
    // What else it says.
    Completions: l10n.t('Suggestions'),
    Diagnostics: l10n.t('Problems'),
    'No diagnostics': l10n.t('No problems'),
    'Selection deleted': l10n.t('Selection deleted'),
    'Control character': l10n.t('Control character'),
  });
}
