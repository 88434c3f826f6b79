// Names beside the bare ids of a mapping in its editor: drawn, not part of the text.

import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import type { Labels } from '../protocol/formProtocol.ts';
import { labelNames, type LabelNames } from './labelNames.ts';

export const setLabels = StateEffect.define<Labels>();

const names = StateField.define<LabelNames>({
  create: () => labelNames({ schemas: [], dataSources: [] }),
  update: (current, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setLabels) ? labelNames(effect.value) : now), current),
});

class Label extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Label): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const label = document.createElement('span');
    label.className = 'cm-label';
    label.textContent = this.text;
    return label;
  }
}

export function labelMarks(): Extension {
  return [names, ViewPlugin.define((view) => new Marks(view), { decorations: ({ decorations }) => decorations })];
}

class Marks {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = marksOf(view);
  }

  update(update: ViewUpdate): void {
    const isOther =
      update.docChanged || update.viewportChanged || update.startState.field(names) !== update.state.field(names);
    if (isOther || syntaxTree(update.startState) !== syntaxTree(update.state)) this.decorations = marksOf(update.view);
  }
}

function marksOf({ state, visibleRanges }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  const { schema, dataSource } = state.field(names);
  const mark = (at: number, label: string | undefined): void => {
    if (label !== undefined) found.add(at, at, Decoration.widget({ widget: new Label(label), side: 1 }));
  };
  let seen = -1;
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => {
        if (name !== 'Property' || node.from <= seen) return !['Array', 'Property'].includes(name);
        seen = node.from;
        const [key, value] = [node.firstChild, node.lastChild];
        const schemaId = key?.name === 'PropertyName' ? literal(state, key.from, key.to) : undefined;
        if (key === null || schemaId === undefined) return false;
        mark(key.to, schema(schemaId));
        const id =
          value !== null && ['String', 'Number'].includes(value.name)
            ? literal(state, value.from, value.to)
            : undefined;
        if (value !== null && id !== undefined) mark(value.to, dataSource(schemaId, id));
        // Only the outermost keys are schema ids.
        return false;
      },
    });
  }
  return found.finish();
}

/** A string without its quotes and escapes; a number as it is spelt. */
function literal(state: EditorState, from: number, to: number): string | undefined {
  const text = state.sliceDoc(from, to);
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
