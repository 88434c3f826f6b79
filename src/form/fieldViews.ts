// The two JSON fields of the page: each as an editor, the mapping as a table too, or why it cannot be shown.

import { html, nothing, type TemplateResult } from 'lit-html';
import { OBJECT_FIELDS, type ObjectField } from '../contract/fields.ts';
import { noMappingText } from '../core/stateText.ts';
import type { FormState, Labels, Problem } from '../protocol/formProtocol.ts';
import type { Run } from './actionButtons.ts';
import type { DocumentFields } from './documentFields.ts';
import { FieldEditor } from './fieldEditor.ts';
import { absentField, editorBox, fieldSection, unreadableField, viewSwitch } from './fieldSection.ts';
import type { Ask } from '../webview/hostChannel.ts';
import type { EditorMemory } from './jsonEditor.ts';
import { labelNames, labelsIn } from './labelNames.ts';
import { MappingTableView } from './mappingTableView.ts';
import { askInPage } from './question.ts';
import type { SyncedChange, SyncedDocument } from './syncedDocument.ts';

export type MappingView = 'json' | 'table';

export const TITLES: Readonly<Record<ObjectField, string>> = { mapping: 'Mapping', properties: 'Properties' };

interface Options {
  readonly synced: SyncedDocument;
  readonly fields: DocumentFields;
  readonly ask: Ask;
  readonly nonce: string;
  readonly run: Run;
  /** Draws the page at once. */
  readonly draw: () => void;
  /** Something that is remembered moved. */
  readonly onMove: () => void;
  readonly mappingView: MappingView;
  readonly memories: Readonly<Partial<Record<ObjectField, EditorMemory>>>;
}

export class FieldViews {
  readonly #options: Options;
  readonly #editors = new Map<ObjectField, FieldEditor>();
  readonly #table: MappingTableView;
  #mappingView: MappingView;
  #problems: readonly Problem[] = [];
  #labels: Labels = { schemas: [], dataSources: [] };

  constructor(options: Options) {
    this.#options = options;
    this.#mappingView = options.mappingView;
    this.#table = new MappingTableView({
      synced: options.synced,
      ask: options.ask,
      range: () => options.fields.range('mapping'),
      draw: options.draw,
      showJson: () => {
        this.showMapping('json');
      },
    });
    options.synced.onDidChange((change) => {
      this.#update(change);
    });
  }

  get mappingView(): MappingView {
    return this.#mappingView;
  }

  get memories(): Readonly<Partial<Record<ObjectField, EditorMemory>>> {
    return Object.fromEntries([...this.#editors].map(([field, { editor }]) => [field, editor.memory]));
  }

  setProblems(problems: readonly Problem[]): void {
    this.#problems = problems;
    for (const editor of this.#editors.values()) editor.setProblems(problems);
  }

  setLabels(labels: Labels): void {
    this.#labels = labels;
    for (const [field, editor] of this.#editors) editor.setLabels(labelsIn(field, labels));
  }

  showMapping(view: MappingView): void {
    this.#mappingView = view;
    this.#options.onMove();
    this.#options.draw();
  }

  template(state: FormState): TemplateResult {
    return html`<div class="fields">${OBJECT_FIELDS.map((field) => this.#section(field, state))}</div>`;
  }

  /** "Mapping, line 3", as its editor counts. `undefined` for what stands in neither field. */
  placeOf(offset: number): string | undefined {
    const { fields, synced } = this.#options;
    const field = this.#fieldAt(offset);
    const range = field === undefined ? undefined : fields.range(field);
    if (field === undefined || range === undefined) return undefined;
    return `${TITLES[field]}, line ${synced.text.lineAt(offset).number - synced.text.lineAt(range.from).number + 1}`;
  }

  /**
   * Puts the focus at a part of the document, in the mapping's view that is shown unless one is named. False when it
   * stands in neither field.
   */
  goTo(from: number, to: number, view?: MappingView): boolean {
    const field = this.#fieldAt(from);
    const editor = field === undefined ? undefined : this.#editors.get(field);
    if (field === undefined || editor === undefined) return false;
    if (field === 'mapping' && this.#mappingView === 'table') {
      if (view !== 'json' && this.#table.goTo(from)) return true;
      this.showMapping('json');
    }
    editor.goTo(from, to);
    return true;
  }

  #fieldAt(offset: number): ObjectField | undefined {
    return OBJECT_FIELDS.find((field) => {
      const range = this.#options.fields.range(field);
      return range !== undefined && range.keyFrom <= offset && offset <= range.to;
    });
  }

  #update(change: SyncedChange): void {
    for (const [field, editor] of this.#editors) {
      if (this.#options.fields.range(field) === undefined) {
        editor.editor.destroy();
        this.#editors.delete(field);
      } else {
        editor.update(change);
      }
    }
  }

  #editor(field: ObjectField, isReadOnly: boolean): FieldEditor {
    const there = this.#editors.get(field);
    there?.editor.setReadOnly(isReadOnly);
    return there ?? this.#open(field, isReadOnly);
  }

  #open(field: ObjectField, isReadOnly: boolean): FieldEditor {
    const { synced, fields, ask, nonce, onMove, memories } = this.#options;
    const editor = new FieldEditor({
      id: `${field}-editor`,
      name: TITLES[field],
      synced,
      range: () => fields.range(field),
      nonce,
      errorActionId: errorActionId(field),
      isReadOnly,
      ask,
      onMove,
    });
    this.#editors.set(field, editor);
    editor.setLabels(labelsIn(field, this.#labels));
    editor.setProblems(this.#problems);
    const memory = memories[field];
    if (memory !== undefined) editor.editor.remember(memory);
    return editor;
  }

  #section(field: ObjectField, state: FormState): TemplateResult {
    const isThere = this.#options.fields.range(field) !== undefined;
    return fieldSection({
      id: field,
      title: TITLES[field],
      words: field === 'mapping' && isThere ? state.mappingText : undefined,
      buttons: isThere ? this.#buttons(field, state) : nothing,
      content: isThere ? this.#content(field, state) : this.#missing(field, state),
    });
  }

  #buttons(field: ObjectField, { isReadOnly }: FormState): TemplateResult {
    const { fields, draw } = this.#options;
    const isTable = field === 'mapping' && this.#mappingView === 'table';
    const leaveOut = (): void => {
      fields.leaveOut(field);
      draw();
      document.getElementById(`${field}-add`)?.focus();
    };
    return html`
      ${
        isReadOnly
          ? nothing
          : html`
              ${isTable ? nothing : html`<button type="button" class="quiet small" aria-label="Format ${TITLES[field]}" title="Format (Shift+Alt+F)" @click=${() => this.#editors.get(field)?.format()}>Format</button>`}
              <button
                type="button"
                class="quiet small"
                aria-label="Leave Out ${TITLES[field]}"
                title="Take the field out of the document: it is not sent then"
                @click=${leaveOut}
              >
                Leave Out
              </button>
            `
      }
      ${
        field === 'mapping'
          ? viewSwitch(this.#mappingView, (view) => {
              this.showMapping(view);
            })
          : nothing
      }
    `;
  }

  #content(field: ObjectField, { isReadOnly }: FormState): TemplateResult {
    const editor = this.#editor(field, isReadOnly);
    const isTable = field === 'mapping' && this.#mappingView === 'table';
    const table = isTable ? (this.#table.template(labelNames(this.#labels), isReadOnly) ?? this.#noTable()) : nothing;
    return html`${table}${editorBox(editor.dom, errorActionId(field), isTable)}`;
  }

  #noTable(): TemplateResult {
    return absentField(
      ['The mapping cannot be shown as a table until it is a valid JSON object.'],
      html`<button
        type="button"
        @click=${() => {
          this.showMapping('json');
        }}
      >
        Show as JSON
      </button>`,
    );
  }

  #missing(field: ObjectField, state: FormState): TemplateResult {
    const { fields, run } = this.#options;
    if (!fields.isAbsent(field))
      return unreadableField(fields.tracked.trouble, () => {
        run('openAsText', fields.tracked.errorAt ?? 0);
      });
    const isUnknown = field === 'mapping' && state.isMappingUnknown;
    const words = isUnknown ? UNKNOWN_MAPPING : field === 'mapping' && state.hasNoMapping ? noMapping() : ABSENT;
    const [title, put] = isUnknown
      ? (['Set Mapping…', () => void this.#setMapping()] as const)
      : ([
          `Add ${TITLES[field]}`,
          () => {
            this.#add(field);
          },
        ] as const);
    return absentField(
      words,
      html`<button
        type="button"
        id="${field}-add"
        aria-disabled=${state.isReadOnly}
        @click=${state.isReadOnly ? nothing : put}
      >
        ${title}
      </button>`,
    );
  }

  async #setMapping(): Promise<void> {
    const words = ['The mapping that the service has now cannot be read back.', 'Sending one replaces it.'];
    if (await askInPage({ words, agree: 'Set Mapping' })) this.#add('mapping');
  }

  #add(field: ObjectField): void {
    this.#options.fields.add(field, '{}');
    this.#options.draw();
    const range = this.#options.fields.range(field);
    if (range !== undefined) this.goTo(range.from + 1, range.from + 1);
  }
}

const ABSENT = ['Not in the document; what the service does with a field that is left out is not documented.'];
const UNKNOWN_MAPPING = [
  'Mapping unknown',
  'It is not sent unless you set it. Setting it replaces the present one on the service, which cannot be read back.',
];

function noMapping(): string[] {
  return [noMappingText(), 'The group was created from this machine without one.'];
}

function errorActionId(field: ObjectField): string {
  return `${field}-way-out`;
}
