// Thrown when an answer does not follow the contract.

import * as l10n from '@vscode/l10n';

export class NotTheContract extends Error {
  /** What is wrong: "The response is empty.". It holds nothing of the answer's values. */
  readonly what: string;

  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

/** An answer exceeds the limit. */
export class TooLarge extends NotTheContract {
  constructor() {
    super(l10n.t('The response is too large and was cut off.'));
  }
}

/** The failure of an answer that cannot be parsed. */
export function notJson(text: string): NotTheContract {
  return new NotTheContract(
    isCutShort(text) ? l10n.t('The response is JSON that was cut short.') : l10n.t('The response is not JSON.'),
  );
}

/** Begins like an object and ends unlike one. */
function isCutShort(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && !trimmed.endsWith('}');
}
