// An editor for JSON: what it can do, how it reports what was typed, and how it is brought up to date.

import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldedRanges,
  foldEffect,
  foldGutter,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search } from '@codemirror/search';
import {
  Annotation,
  Compartment,
  EditorSelection,
  EditorState,
  type ChangeSet,
  type Extension,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  lineNumbers,
  type HoverTooltipSource,
} from '@codemirror/view';
import type { TextEdit } from '../document/textEdit.ts';
import type { Labels } from '../protocol/formProtocol.ts';
import { completionFromHost } from './completion.ts';
import { editorKeys } from './editorKeys.ts';
import type { EditorPlace } from './editorPlace.ts';
import { editorPhrases } from './editorPhrases.ts';
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
  /** Of the element that gets the focus. */
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
