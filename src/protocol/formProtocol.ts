// The whole conversation between the host and the form page: what each asks, what each is sent. Everything else is
// inferred from here.

import type { RequestNames } from '../core/connection.ts';
import type { GroupStatus } from '../core/groupStatus.ts';
import type { ComputedFields } from '../core/userGroup.ts';

/**
 * How far a text has come, counted by host and page alike: nothing is put into a text other than the one it was made
 * in.
 */
export interface TextCounts {
  /** Pushes of the page that the host took. */
  readonly own: number;
  /** Changes from elsewhere. */
  readonly seen: number;
}

/**
 * A change of a text that has come so far, or will have when everything has arrived that is on the way before it.
 * Offsets count UTF-16 units in the document's text with `\n` for every line break, as the page holds it.
 */
export interface TextUpdate extends TextCounts {
  /** A change set of CodeMirror in its JSON form. */
  readonly changes: unknown;
}

/** page → host: name → [what is asked with, what is answered]. A failure is answered with its sentence. */
export interface FormRequests {
  /** The page has loaded. Asked once, before anything else. */
  open: [undefined, FormStart];
  /**
   * The user changed the text. The page pushes without waiting for an answer, since a hidden page is destroyed at once.
   * The answer is how many pushes the host has accepted. It does not accept a push that was made without knowing of a
   * change elsewhere, or that follows one it did not accept; the page has learned of that change before this answer
   * comes.
   */
  push: [TextUpdate, Pick<TextCounts, 'own'>];
  /** All that was typed before `flush` was sent has been pushed. */
  flushed: [{ readonly flush: number }, undefined];
  /** The user turned away from the page. */
  rest: [undefined, undefined];
  undo: [undefined, undefined];
  redo: [undefined, undefined];
  complete: [{ readonly offset: number }, readonly Completion[]];
  /** Paragraphs of plain text; empty when there is nothing to say. */
  hover: [{ readonly offset: number }, readonly string[]];
  /** For the cells of the table. */
  schemaIds: [undefined, readonly Suggestion[]];
  dataSources: [{ readonly schemaId: string }, readonly Suggestion[]];
  /**
   * Runs one of the actions that the state offers. Its failures are shown by the editor. `offset`: where in the text it
   * is about.
   */
  run: [{ readonly action: Action; readonly offset?: number | undefined }, undefined];
  chooseConnection: [{ readonly name: string }, undefined];
  /** Shown until it is hidden; kept nowhere in the page. */
  revealToken: [undefined, { readonly token: string }];
}

/** host → page. */
export interface FormEvents {
  /** The text changed elsewhere: in a text editor, by undo, on disk. */
  changed: TextUpdate;
  state: FormState;
  problems: readonly Problem[];
  labels: Labels;
  /** Push what is pending, then answer with `flushed`. */
  flush: { readonly flush: number };
}

/** The counts go on from those of the page that was there before. */
export interface FormStart extends TextCounts {
  readonly text: string;
  readonly state: FormState;
  readonly problems: readonly Problem[];
  readonly labels: Labels;
  /** The document was an unsent one until now: its group was just created, or found. */
  readonly hasArrived: boolean;
}

/** What can be done from the form, beside editing. */
export const ACTIONS = [
  'send',
  'sendAnyway',
  'copyAsCurl',
  'copyToken',
  'rotateToken',
  'resolveRotation',
  'copyPreviousToken',
  'markAsDeployed',
  'compareWithSent',
  'compareWithAnswered',
  'discardDraft',
  'openAsText',
  'openKnown',
  'openFile',
  'makeWriteable',
  'setApiToken',
  'reviewApiToken',
  'resolveConnection',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Everything the form shows beside the text, in words that are harmless already. */
export interface FormState {
  /** A group of the list, a document not yet sent, or a file of the workspace. */
  readonly kind: 'group' | 'new' | 'file';
  /** Absent in a file for which none was chosen yet. */
  readonly connection?: FormConnection | undefined;
  /** What may be chosen; empty where it is fixed. */
  readonly connections: readonly FormConnection[];
  /** What the document has, under the service's names. */
  readonly names: RequestNames;
  /** The service keeps the fields that an update omits. */
  readonly keepsOmitted: boolean;
  /** The id can be changed only before the group exists. */
  readonly isIdFixed: boolean;
  /** The id of a new document is that of a group in the list. */
  readonly isIdKnown: boolean;
  readonly isReadOnly: boolean;
  /** Why, where VS Code itself doesn't write the document. */
  readonly readOnlyText?: string | undefined;
  /** The one that matters most. Absent of a file that is in no list. */
  readonly status?: GroupStatus | undefined;
  /** What that means. */
  readonly sentence?: string | undefined;
  /** All states of the group, the most pressing first: "Unsent changes", "Sent 12 May". */
  readonly words: readonly string[];
  /** The text is not what was last sent. */
  readonly hasChanges: boolean;
  /** What the sending button does: "Update on production". */
  readonly sendLabel: string;
  /** Why nothing can be sent now. */
  readonly sendProblem?: string | undefined;
  /** It is being sent, or asked about: nothing is typed into it meanwhile. */
  readonly isBusy: boolean;
  /** A request of it is on its way to the service. */
  readonly isSending: boolean;
  /** Absent where there is no group yet. */
  readonly token?: FormToken | undefined;
  /** Absent where there is nothing to say of it. */
  readonly lastRequest?: LastRequest | undefined;
  /** The document has no mapping, and what the service has is not known: "Mapping unknown". */
  readonly isMappingUnknown: boolean;
  /** The document has no mapping, and the service has none either: "No mapping set". */
  readonly hasNoMapping: boolean;
  /** What the user should know about the mapping: that changes made elsewhere don't show. */
  readonly mappingText?: string | undefined;
  /** With what a parent adds, where that makes a difference. */
  readonly computed?: Readonly<Partial<Record<keyof ComputedFields, ComputedField>>> | undefined;
  /** What a file has from the preset of its folder, where it has any: formatted JSON. */
  readonly inherited?: Readonly<Partial<Record<keyof ComputedFields, string>>> | undefined;
  readonly actions: readonly Action[];
}

export interface ComputedField {
  /** As the service calls it. */
  readonly name: string;
  /** Formatted; a very long one is cut. */
  readonly json: string;
}

export interface FormConnection {
  readonly name: string;
  /** "PRODUCTION", "Testing", "local", "undeclared, guarded like production". */
  readonly environment: string;
  readonly isGuarded: boolean;
  /** Offered for a file without a connection, and has its group. */
  readonly hasGroup?: boolean;
}

export interface FormToken {
  /** "Received 12 May", "Not readable here", "Not fetched". */
  readonly words: string;
  readonly isReadable: boolean;
  /** Shown after a rotation until the new token is deployed: "Previous token kept". */
  readonly nextStep?: string | undefined;
}

/** What is to be known of the last request beside the state of the group. */
export interface LastRequest {
  /** "Get or create, today 14:02: rejected. …"; absent where it did what it should. */
  readonly failure?: string | undefined;
  /** What the service answered otherwise than was sent, a line each. */
  readonly differences: readonly string[];
}

export interface Completion {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  /** Replaces this part of the text. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** `insert` holds placeholders in VS Code's snippet syntax. */
  readonly isSnippet: boolean;
}

export interface Suggestion {
  readonly value: string;
  /** "acme-prod · 213". */
  readonly title: string;
  /** "in 3 groups", "used by Acme only". */
  readonly detail?: string | undefined;
  /** One other customer alone uses it. */
  readonly isOfOne: boolean;
}

export interface Problem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** Names for bare ids, from the user's own schema. Pairs, since any text is a possible id. */
export interface Labels {
  readonly schemas: readonly (readonly [schemaId: string, label: string])[];
  /** For any schema id where the first is absent. */
  readonly dataSources: readonly (readonly [schemaId: string | undefined, dataSource: string, label: string])[];
}
