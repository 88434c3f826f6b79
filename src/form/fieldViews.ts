// The two JSON fields of the page: each as an editor, the mapping as a table too, or why it cannot be shown.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { OBJECT_FIELDS, type ObjectField } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';
import { omittedText } from '../core/omittedText.ts';
import type { FormState, Labels, Problem } from '../protocol/formProtocol.ts';
import type { Run } from './actionButton.ts';
import type { DocumentFields } from './documentFields.ts';
import { FieldEditor } from './fieldEditor.ts';
import { absentField, editorBox, fieldSection, unreadableField, viewSwitch } from './fieldSection.ts';
import type { Ask } from '../webview/hostChannel.ts';
import { icon } from '../webview/icons.ts';
import type { EditorMemory } from './jsonEditor.ts';
import { labelNames, labelsIn } from './labelNames.ts';
import { MappingTableView } from './mappingTableView.ts';
import type { SyncedChange, SyncedDocument } from './syncedDocument.ts';

export type MappingView = 'json' | 'table';

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
  /** How editors were left that are not made yet: of the text as it is. */
  readonly #memories: Map<string, EditorMemory>;
  #mappingView: MappingView;
  #labels: Labels = { schemas: [], dataSources: [] };

  constructor(options: Options) {
    this.#options = options;
    this.#memories = new Map(Object.entries(options.memories));
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

  /** The id of the element in which the mapping begins. */
  get mappingStart(): string {
    if (this.#options.fields.isAbsent('mapping')) return addId('mapping');
    return this.#mappingView === 'json' ? editorId('mapping') : this.#table.firstCell;
  }

  get memories(): Readonly<Partial<Record<ObjectField, EditorMemory>>> {
    const opened = [...this.#editors].map(([field, { editor }]) => [field, editor.memory] as const);
    return Object.fromEntries([...this.#memories, ...opened]);
  }

  setProblems(problems: readonly Problem[]): void {
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

  /** `problems` have moved along with the text. */
  template(state: FormState, problems: readonly Problem[]): TemplateResult {
    return html`<div class="fields">${OBJECT_FIELDS.map((field) => this.#section(field, state, problems))}</div>`;
  }

  /** "Mapping, line 3", as its editor counts. `undefined` for what stands in neither field. */
  placeOf(offset: number): string | undefined {
    const { fields, synced } = this.#options;
    const field = this.#fieldAt(offset);
    const range = field === undefined ? undefined : fields.range(field);
    if (field === undefined || range === undefined) return undefined;
    const line = synced.text.lineAt(offset).number - synced.text.lineAt(range.from).number + 1;
    return l10n.t('{0}, line {1}', fieldTitle(field), line);
  }

  /**
   * Puts the focus at a part of the document, in the mapping's view that is shown unless one is named. False when it
   * stands in neither field.
   */
  goTo(from: number, to: number, view?: MappingView): boolean {
    const field = this.#fieldAt(from);
    if (field === undefined) return false;
    if (field === 'mapping' && this.#mappingView === 'table') {
      if (view !== 'json' && this.#table.goTo(from)) return true;
      this.showMapping('json');
    }
    const editor = this.#editors.get(field);
    editor?.goTo(from, to);
    return editor !== undefined;
  }

  #fieldAt(offset: number): ObjectField | undefined {
    return OBJECT_FIELDS.find((field) => {
      const range = this.#options.fields.range(field);
      return range !== undefined && range.keyFrom <= offset && offset <= range.to;
    });
  }

  #update(change: SyncedChange): void {
    this.#memories.clear();
    for (const [field, editor] of this.#editors) {
      if (this.#options.fields.range(field) === undefined) {
        editor.editor.destroy();
        this.#editors.delete(field);
      } else {
        editor.update(change);
      }
    }
  }

  #editor(field: ObjectField, isReadOnly: boolean, problems: readonly Problem[]): FieldEditor {
    const there = this.#editors.get(field);
    there?.editor.setReadOnly(isReadOnly);
    return there ?? this.#open(field, isReadOnly, problems);
  }

  #open(field: ObjectField, isReadOnly: boolean, problems: readonly Problem[]): FieldEditor {
    const { synced, fields, ask, nonce, onMove } = this.#options;
    const editor = new FieldEditor({
      id: editorId(field),
      name: fieldTitle(field),
      synced,
      range: () => fields.range(field),
      nonce,
      keysId: keysId(field),
      isReadOnly,
      ask,
      onMove,
    });
    this.#editors.set(field, editor);
    editor.setLabels(labelsIn(field, this.#labels));
    editor.setProblems(problems);
    const memory = this.#memories.get(field);
    if (memory !== undefined) editor.editor.remember(memory);
    return editor;
  }

  #section(field: ObjectField, state: FormState, problems: readonly Problem[]): TemplateResult {
    const isThere = this.#options.fields.range(field) !== undefined;
    return fieldSection({
      id: field,
      words: field === 'mapping' && isThere ? state.mappingText : undefined,
      buttons: isThere ? this.#buttons(field, state) : nothing,
      content: isThere ? this.#content(field, state, problems) : this.#missing(field, state),
      computed: state.computed?.[field],
      inherited: state.inherited?.[field],
    });
  }

  #buttons(field: ObjectField, { isReadOnly, keepsOmitted }: FormState): unknown {
    const isMapping = field === 'mapping';
    const isTable = isMapping && this.#mappingView === 'table';
    if (isReadOnly && !isMapping) return nothing;
    return html`
      ${isReadOnly || isTable ? nothing : this.#formatButton(field)}
      ${isReadOnly ? nothing : this.#removeButton(field, keepsOmitted)}
      ${
        isMapping
          ? viewSwitch(this.#mappingView, (view) => {
              this.showMapping(view);
            })
          : nothing
      }
    `;
  }

  /** The Tab stop of its toolbar, where no view can be chosen. */
  #formatButton(field: ObjectField): TemplateResult {
    return html`<button
      type="button"
      class="quiet small bare"
      tabindex=${field === 'mapping' ? '-1' : nothing}
      aria-label=${l10n.t('Format {0}', fieldTitle(field))}
      title=${l10n.t('Format (Shift+Alt+F)')}
      @click=${() => this.#editors.get(field)?.format()}
    >
      ${icon('format')}
    </button>`;
  }

  #removeButton(field: ObjectField, keepsOmitted: boolean): TemplateResult {
    const { fields, draw } = this.#options;
    const remove = (): void => {
      fields.omit(field);
      draw();
      document.getElementById(addId(field))?.focus();
    };
    return html`<button
      type="button"
      class="quiet small bare"
      tabindex="-1"
      aria-label=${l10n.t('Remove from Document: {0}', fieldTitle(field))}
      title="${l10n.t('Remove from Document')}
${omittedText(field, keepsOmitted)}"
      @click=${remove}
    >
      ${icon('trash')}
    </button>`;
  }

  #content(field: ObjectField, { isReadOnly }: FormState, problems: readonly Problem[]): TemplateResult {
    const isTable = field === 'mapping' && this.#mappingView === 'table';
    const table = isTable
      ? (this.#table.template(labelNames(this.#labels), problems, isReadOnly) ?? this.#noTable())
      : nothing;
    // Behind the table an editor stays, and is not made before it is in sight.
    const editor = isTable ? this.#editors.get(field) : this.#editor(field, isReadOnly, problems);
    return html`${table}${editor === undefined ? nothing : editorBox(editor.dom, keysId(field), isTable)}`;
  }

  #noTable(): TemplateResult {
    return absentField(
      l10n.t("The table can't be shown until the mapping is a valid JSON object."),
      html`<button
        type="button"
        @click=${() => {
          this.showMapping('json');
        }}
      >
        ${l10n.t('Show as JSON')}
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
    const { sentence, tooltip } = missingText(field, state);
    return absentField(
      sentence,
      html`<button
        type="button"
        id=${addId(field)}
        title=${tooltip ?? nothing}
        aria-disabled=${state.isReadOnly}
        @click=${state.isReadOnly ? nothing : () => this.#add(field)}
      >
        ${isUnknown ? l10n.t('Set Mapping') : l10n.t('Add {0}', fieldTitle(field))}
      </button>`,
    );
  }

  #add(field: ObjectField): void {
    this.#options.fields.add(field, '{}');
    this.#options.draw();
    const range = this.#options.fields.range(field);
    if (range !== undefined) this.goTo(range.from + 1, range.from + 1);
  }
}

interface MissingText {
  readonly sentence: string;
  /** More of it, on the button. */
  readonly tooltip?: string;
}

/** Why a field is not in the text, and what that means. */
function missingText(
  field: ObjectField,
  { kind, isMappingUnknown, hasNoMapping, keepsOmitted, inherited }: FormState,
): MissingText {
  if (inherited?.[field] !== undefined) return { sentence: l10n.t('The file has none of its own.') };
  if (field === 'properties')
    return kind === 'new'
      ? { sentence: l10n.t('Add properties to use them in dashboards and SQL.') }
      : { sentence: l10n.t('The properties are not sent.'), tooltip: omittedText(field, keepsOmitted) };
  if (isMappingUnknown)
    return {
      sentence: l10n.t("The mapping is unknown because the service doesn't return it."),
      tooltip: l10n.t('Setting one replaces the mapping on the service.'),
    };
  return kind === 'new' || hasNoMapping
    ? { sentence: l10n.t('Add a mapping, because none is set.') }
    : { sentence: l10n.t('The mapping is not sent.'), tooltip: omittedText(field, keepsOmitted) };
}

function addId(field: ObjectField): string {
  return `${field}-add`;
}

function editorId(field: ObjectField): string {
  return `${field}-editor`;
}

function keysId(field: ObjectField): string {
  return `${field}-keys`;
}
