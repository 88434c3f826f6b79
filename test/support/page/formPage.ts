// The form's page, and a host that has the text of a group.

import type { TextEdit } from '../../../src/document/textEdit.ts';
import type {
  FormEvents,
  FormRequests,
  FormStart,
  FormState,
  Labels,
  Problem,
} from '../../../src/protocol/formProtocol.ts';
import { SharedText } from '../../../src/protocol/sharedText.ts';
import { MountedPage, type Answers } from './mountedPage.ts';

/** A group that was sent and has not changed since. */
export const SENT: FormState = {
  kind: 'group',
  connection: { name: 'staging', environment: 'Testing', isGuarded: false },
  connections: [],
  names: { id: 'user_group_id' },
  keepsOmitted: false,
  isIdFixed: true,
  isIdKnown: false,
  isReadOnly: false,
  words: ['Sent 12 May'],
  hasChanges: false,
  sendLabel: 'Update on staging',
  isBusy: false,
  isSending: false,
  token: { words: 'Received 12 May', isReadable: true },
  isMappingUnknown: false,
  hasNoMapping: false,
  actions: ['send', 'openAsText', 'sendAnyway', 'copyAsCurl', 'copyToken', 'rotateToken'],
};

/** A document that nobody has sent. */
export const NEW: FormState = {
  ...SENT,
  kind: 'new',
  connections: [
    { name: 'staging', environment: 'Testing', isGuarded: false },
    { name: 'production', environment: 'PRODUCTION', isGuarded: true },
  ],
  isIdFixed: false,
  status: 'notSent',
  sentence: 'Nothing was sent yet.',
  words: ['Not sent'],
  sendLabel: 'Get or Create on staging',
  token: undefined,
  actions: ['send', 'openAsText', 'discardDraft', 'copyAsCurl'],
};

export interface FormSetup {
  /** A text, or the fields of a document. */
  readonly document?: string | Readonly<Record<string, unknown>>;
  /** What differs from a group that was sent. */
  readonly state?: Partial<FormState>;
  readonly problems?: readonly Problem[];
  readonly labels?: Labels;
  readonly hasArrived?: boolean;
  readonly answers?: Answers<FormRequests>;
  readonly memory?: unknown;
  readonly texts?: Readonly<Record<string, string>>;
}

export class FormPageInTest {
  readonly page: MountedPage<FormRequests, FormEvents>;
  readonly #shared: SharedText;
  #state: FormState;

  private constructor(page: MountedPage<FormRequests, FormEvents>, shared: SharedText, state: FormState) {
    this.page = page;
    this.#shared = shared;
    this.#state = state;
  }

  static async open({
    document: given = { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { plan: 'trial' } },
    state: differing = {},
    problems = [],
    labels = { schemas: [], dataSources: [] },
    hasArrived = false,
    answers = {},
    ...others
  }: FormSetup = {}): Promise<FormPageInTest> {
    const shared = new SharedText(typeof given === 'string' ? given : `${JSON.stringify(given, undefined, 2)}\n`);
    const state: FormState = { ...SENT, ...differing };
    const start = (): FormStart => ({ text: shared.text, ...shared.counts, state, problems, labels, hasArrived });
    const page = await MountedPage.of<FormRequests, FormEvents>({
      name: 'form',
      answers: {
        open: start,
        push: (update) => {
          shared.push(update);
          // The editor takes each unit at once.
          for (let unit = shared.dequeue(); unit !== undefined; unit = shared.dequeue()) shared.documentChanged(unit);
          return { own: shared.counts.own };
        },
        complete: () => [],
        hover: () => [],
        schemaIds: () => [],
        dataSources: () => [],
        ...answers,
      },
      ...others,
    });
    return new FormPageInTest(page, shared, state);
  }

  /** The document as the host has it: all that was typed. */
  get text(): string {
    return this.#shared.text;
  }

  /** Something else changes the document. */
  async changesElsewhere({ from, to, insert }: TextEdit): Promise<void> {
    // As VS Code reports it.
    const update = this.#shared.documentChanged([
      { start: this.#shared.placeOf(from), end: this.#shared.placeOf(to), text: insert },
    ]);
    if (update !== undefined) await this.page.report('changed', update);
  }

  /** Another state of the group is reported. */
  async becomes(differing: Partial<FormState>): Promise<void> {
    this.#state = { ...this.#state, ...differing };
    await this.page.report('state', this.#state);
  }
}

/** Inside `describe`: opens pages, each of which is closed when its test is over. */
export function formPages(): (setup?: FormSetup) => Promise<FormPageInTest> {
  const opened: FormPageInTest[] = [];
  afterEach(() => {
    for (const { page } of opened.splice(0)) page.close();
  });
  return async (setup) => {
    const form = await FormPageInTest.open(setup);
    opened.push(form);
    return form;
  };
}
