// VS Code's lists and boxes as far as unit tests need them: the test answers in the person's place.

import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/emitter.ts';

export const QuickInputButtons = { Back: { tooltip: 'Back' } };

interface Button {
  readonly tooltip: string;
}

interface Item {
  readonly label: string;
  readonly kind?: number;
  readonly buttons?: readonly Button[];
  readonly description?: string;
  readonly detail?: string;
}

/** What lists and boxes have in common: what the product tells them, and what the user does with them. */
class Question {
  title = '';
  step: number | undefined;
  totalSteps: number | undefined;
  ignoreFocusOut = false;
  busy = false;
  buttons: readonly Button[] = [];
  placeholder: string | undefined;
  value = '';
  isDisposed = false;
  #isShown = false;
  readonly #accepted = new Emitter<undefined>();
  readonly #pressed = new Emitter<unknown>();
  readonly #changed = new Emitter<string>();
  readonly #hidden = new Emitter<undefined>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidHide = this.#hidden.event;

  show(): void {
    this.#isShown = true;
    ask(this);
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#hidden.fire(undefined);
  }

  dispose(): void {
    this.isDisposed = true;
    this.hide();
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  accept(): void {
    this.#accepted.fire(undefined);
  }

  enter(text: string): void {
    this.type(text);
    this.accept();
  }

  back(): void {
    assert.ok(this.buttons.includes(QuickInputButtons.Back), 'it has a button that leads back');
    this.#pressed.fire(QuickInputButtons.Back);
  }

  /** The button beside the title with this tooltip. */
  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    assert.ok(button, `it has a button ${tooltip}`);
    this.#pressed.fire(button);
  }

  close(): void {
    this.hide();
  }

  /** Closes the question, which cancels the command that asks it. */
  async cancel(asking: Promise<unknown>): Promise<void> {
    this.close();
    await assert.rejects(asking, { kind: 'cancelled' });
  }
}

export class FakeBox extends Question {
  prompt = '';
  password = false;
  validationMessage: { readonly message: string } | undefined;
}

export class FakeList extends Question {
  matchOnDescription = false;
  matchOnDetail = false;
  #items: readonly Item[] = [];
  #activeItems: readonly Item[] = [];
  #isToldLater = false;
  readonly #itemPressed = new Emitter<{ readonly item: Item; readonly button: Button }>();
  readonly onDidTriggerItemButton = this.#itemPressed.event;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** As in VS Code the first of them is under the cursor then, which the extension is told only later. */
  set items(items: readonly Item[]) {
    this.#items = items;
    this.#isToldLater = true;
  }

  get activeItems(): readonly Item[] {
    return this.#activeItems;
  }

  set activeItems(items: readonly Item[]) {
    this.#activeItems = items;
    this.#isToldLater = false;
  }

  #tell(): void {
    if (this.#isToldLater) this.activeItems = this.#items.slice(0, 1);
  }

  override type(text: string): void {
    this.#tell();
    super.type(text);
  }

  override accept(): void {
    this.#tell();
    super.accept();
  }

  get labels(): string[] {
    return this.#items.map(({ label }) => label);
  }

  /** The label under the cursor. */
  get active(): string | undefined {
    this.#tell();
    return this.activeItems[0]?.label;
  }

  pressOn(label: string, tooltip: string): void {
    const item = this.#itemOf(label);
    const button = item.buttons?.find((each) => each.tooltip === tooltip);
    assert.ok(button, `${label} has a button ${tooltip}`);
    this.#itemPressed.fire({ item, button });
  }

  #itemOf(label: string): Item {
    const item = this.#items.find((each) => each.label === label);
    assert.ok(item, `${label} is not among ${this.labels.join(', ')}`);
    return item;
  }

  choose(label: string): void {
    const item = this.#itemOf(label);
    this.activeItems = [item];
    this.accept();
  }
}

const unanswered: Question[] = [];
let awaited: ((question: Question) => void) | undefined;

function ask(question: Question): void {
  if (awaited === undefined) unanswered.push(question);
  else awaited(question);
  awaited = undefined;
}

async function next(): Promise<Question> {
  return (
    unanswered.shift() ??
    (await new Promise((resolve) => {
      awaited = resolve;
    }))
  );
}

/** Says which ones no test has taken, and whether a test still waits for one. */
export function forgetQuestions(): string[] {
  const left = unanswered.splice(0).map(({ title }) => `not taken: ${title}`);
  if (awaited !== undefined) left.push('awaited');
  awaited = undefined;
  return left;
}

/** The list or box that is shown next. */
export async function nextQuestion(): Promise<FakeList | FakeBox> {
  const question = await next();
  assert.ok(question instanceof FakeList || question instanceof FakeBox);
  return question;
}

/** The list that is shown next. */
export async function nextList(): Promise<FakeList> {
  const question = await next();
  assert.ok(question instanceof FakeList, `a list is shown, and not the box ${question.title}`);
  return question;
}

/** The box that is shown next. */
export async function nextBox(): Promise<FakeBox> {
  const question = await next();
  assert.ok(question instanceof FakeBox, `a box is shown, and not the list ${question.title}`);
  return question;
}
