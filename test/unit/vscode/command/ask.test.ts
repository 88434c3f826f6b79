// One question of a series: what is typed is checked, what is chosen is what stands there, and closing it is an answer.

import assert from 'node:assert/strict';
import {
  askChoice,
  askText,
  BACK,
  chosenIn,
  shownItem,
  type TextQuestion,
} from '../../../../src/vscode/command/ask.ts';
import { askKnown, type KnownQuestion } from '../../../../src/vscode/command/askKnown.ts';
import { pickFolder } from '../../../../src/vscode/command/pickFolder.ts';
import { showNotice } from '../../../../src/vscode/command/showNotice.ts';
import { inOneBox } from '../../../../src/vscode/platform/oneBox.ts';
import { withProgress } from '../../../../src/vscode/platform/progress.ts';
import {
  type FakeBox,
  FakeList,
  InputBoxValidationSeverity,
  nextBox,
  nextList,
  QuickPickItemKind,
  Uri,
  window,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';

/** A text of digits, of which an even one gets a hint. */
function textQuestion(more: Partial<TextQuestion> = {}): TextQuestion {
  return {
    title: 'Wizard',
    prompt: 'A number',
    check: (value) => ({
      problem: /^\d+$/.test(value) ? undefined : 'Digits only.',
      hint: /[02468]$/.test(value) ? 'Even.' : undefined,
    }),
    ...more,
  };
}

describe('A text that is asked for', () => {
  it('has its title, value and place in the series, is hidden where it is a secret, and stays while something else is clicked', async () => {
    for (const [more, shown] of [
      [
        { field: 'Size', step: 2, totalSteps: 3, canGoBack: true, placeholder: '12', value: '7' },
        ['Wizard: Size', 'A number', '12', '7', 2, 3, true, false, 1],
      ],
      [{ isSecret: true, value: '8' }, ['Wizard', 'A number', '', '8', undefined, undefined, true, true, 0]],
    ] as const) {
      const asking = askText(textQuestion(more));
      const box = await nextBox();
      const { title, prompt, placeholder, value, step, totalSteps, ignoreFocusOut, password, buttons } = box;
      assert.deepEqual(
        [title, prompt, placeholder, value, step, totalSteps, ignoreFocusOut, password, buttons.length],
        shown,
      );
      box.accept();
      assert.deepEqual([await asking, box.isDisposed], [value, true]);
    }
  });

  it('is checked as it is typed, and not accepted with a problem', async () => {
    const asking = askText(textQuestion());
    const box = await nextBox();
    const messages: unknown[] = [box.validationMessage];
    for (const typed of ['x', '12', '13', '']) {
      box.type(typed);
      messages.push(box.validationMessage);
    }
    box.accept();
    messages.push(box.validationMessage);
    const problem = { message: 'Digits only.', severity: InputBoxValidationSeverity.Error };
    assert.deepEqual(messages, [
      undefined,
      problem,
      { message: 'Even.', severity: InputBoxValidationSeverity.Info },
      undefined,
      undefined,
      problem,
    ]);
    box.enter('5');
    assert.equal(await asking, '5');
  });

  it('is kept when the person goes back or closes it, and only then', async () => {
    const left: string[] = [];
    const question = textQuestion({ canGoBack: true, onLeft: (value) => left.push(value) });
    const [one, box] = [askText(question), await nextBox()];
    box.type('x');
    box.back();
    assert.equal(await one, BACK);
    const [two, other] = [askText(question), await nextBox()];
    other.type('y');
    await other.cancel(two);
    const [three, last] = [askText(question), await nextBox()];
    last.enter('3');
    assert.deepEqual([await three, left], ['3', ['x', 'y']]);
  });

  it('shows no foreign text as anything but text', async () => {
    const asking = askText(
      textQuestion({ title: 'a\nb', prompt: 'a\u202Eb', placeholder: 'a\nb', check: () => ({ hint: 'a\nb' }) }),
    );
    const box = await nextBox();
    for (const text of [box.title, box.prompt, box.placeholder, box.validationMessage?.message])
      assert.doesNotMatch(text ?? '\n', /[\n\u202E]/);
    await box.cancel(asking);
  });
});

describe('Questions in one box', () => {
  const typed = async (text: string): Promise<FakeBox> => {
    const box = await nextBox();
    box.enter(text);
    return box;
  };

  it('take nothing of what is typed after an answer, and no second one', async () => {
    const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
    const asking = inOneBox(async () => {
      const answer = await askText(textQuestion());
      await written;
      return answer;
    });
    const box = await typed('12');
    box.enter('x');
    assert.deepEqual([box.isDisposed, box.validationMessage?.message], [false, 'Even.']);
    write(undefined);
    assert.deepEqual([await asking, box.isDisposed], ['12', true]);
  });

  it('leave the window to the user while something takes its time', async () => {
    const { promise: done, resolve: end } = Promise.withResolvers<undefined>();
    const working = inOneBox(async () => {
      await askText(textQuestion());
      await withProgress('Doing it', () => done);
    });
    const box = await typed('1');
    await Promise.resolve();
    assert.equal(box.isDisposed, true);
    end(undefined);
    await working;
  });

  it('that the button of a notice asks later, when that box is gone, have a box of their own or none', async () => {
    const { promise: pressed, resolve: press } = Promise.withResolvers<undefined>();
    let later: Promise<unknown> | undefined;
    await inOneBox(() => {
      later = pressed.then(async () => {
        await askText(textQuestion());
        await inOneBox(async () => [await askText(textQuestion()), await askText(textQuestion())]);
      });
      return Promise.resolve();
    });
    press(undefined);
    const stays: boolean[] = [];
    for (let question = 1; question <= 3; question += 1) {
      const box = await nextBox();
      box.enter('1');
      stays.push(!box.isDisposed);
    }
    await later;
    assert.deepEqual(stays, [false, true, true]);
  });
});

const CHOICES = [
  { label: 'Red', value: 1 },
  { label: 'Green', value: 2, under: 'More' },
  { label: 'Blue', value: 3, under: 'More' },
  { label: 'Grey', value: 4, under: 'Last' },
];

describe('A choice that is asked for', () => {
  it('is found by all its words, stays while something else is clicked, and is answered by its value', async () => {
    const asking = askChoice({ title: 'Wizard', placeholder: 'Select one', step: 1, totalSteps: 2, choices: CHOICES });
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.step, list.totalSteps, list.ignoreFocusOut, list.buttons],
      ['Wizard', 'Select one', 1, 2, true, []],
    );
    assert.deepEqual([list.matchOnDescription, list.matchOnDetail, list.active], [true, true, 'Red']);
    list.choose('Blue');
    assert.deepEqual([await asking, list.isDisposed], [3, true]);
  });

  it('stands below the heading of its section, which is no choice', async () => {
    const asking = askChoice({ title: 'Wizard', placeholder: 'Select one', choices: CHOICES });
    const list = await nextList();
    assert.deepEqual(list.labels, ['Red', 'More', 'Green', 'Blue', 'Last', 'Grey']);
    assert.deepEqual(list.items[1], { label: 'More', kind: QuickPickItemKind.Separator });
    list.choose('More');
    assert.equal(list.isDisposed, false);
    await list.cancel(asking);
  });

  it('may have its cursor elsewhere, and be to go back', async () => {
    const asking = askChoice({ title: '', placeholder: '', choices: CHOICES, active: 3, canGoBack: true });
    const list = await nextList();
    assert.equal(list.active, 'Blue');
    list.back();
    assert.equal(await asking, BACK);
  });

  it('shows no icons but its own, and nothing foreign as anything but text', () => {
    const shown = shownItem({ label: '$(key) $(bug) a', description: 'a\nb', detail: 'a\nb' });
    assert.match(shown.label, /^\$\(key\) (?!\$\(bug\))/);
    assert.doesNotMatch(`${shown.description}${shown.detail}`, /\n/);
    assert.deepEqual(shownItem({ label: 'a$(key) b' }), { label: shownItem({ label: 'a$(key) b' }).label });
    assert.doesNotMatch(shownItem({ label: 'a$(key) b' }).label, /\$\(key\)/);
  });

  it('by Enter is the item under the cursor, or the first where the cursor is still on an earlier one', () => {
    const list = new FakeList();
    const [one, two, old] = [{ label: 'one' }, { label: 'two' }, { label: 'old' }];
    list.items = [one, two];
    const chosen = [[], [two], [old]].map((activeItems) => {
      list.activeItems = activeItems;
      return chosenIn(list as never);
    });
    assert.deepEqual(chosen, [one, two, one]);
  });
});

function knownQuestion(more: Partial<KnownQuestion> = {}): KnownQuestion {
  return {
    title: 'Wizard',
    placeholder: 'Select or type',
    known: [
      { value: 'region', description: 'in 2 groups' },
      { value: 'tier', description: 'in 1 group' },
    ],
    check: (value) => ({
      problem: value === 'bad' ? 'Not this.' : undefined,
      hint: value === 'odd' ? 'Really?' : undefined,
    }),
    ...more,
  };
}

describe('A value that may be known', () => {
  it('is proposed, or is what is typed, which stands first', async () => {
    const asking = askKnown(knownQuestion({ step: 2, totalSteps: 2 }));
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.step, list.value, list.labels, Reflect.get(list, 'sortByLabel')],
      ['Wizard', 'Select or type', 2, '', ['region', 'tier'], false],
    );
    list.type('odd');
    assert.deepEqual(list.items[0], {
      label: 'odd',
      description: 'as typed',
      alwaysShow: true,
      value: 'odd',
      detail: 'Really?',
    });
    assert.deepEqual(list.labels, ['odd', 'region', 'tier']);
    list.type('tier');
    assert.deepEqual(list.labels, ['region', 'tier']);
    list.type('other');
    assert.deepEqual(
      list.items.map((item) => Object.keys(item).length),
      [4, 3, 3],
    );
    list.accept();
    assert.deepEqual([await asking, list.isDisposed], ['other', true]);
  });

  it('begins with what was typed before, and is not accepted with a problem', async () => {
    const asking = askKnown(knownQuestion({ value: 'bad' }));
    const list = await nextList();
    assert.deepEqual([list.value, list.items[0]?.detail], ['bad', 'Not this.']);
    list.accept();
    assert.equal(list.isDisposed, false);
    list.choose('tier');
    assert.equal(await asking, 'tier');
  });

  it('is kept when the person goes back or closes the list, and only then', async () => {
    const left: string[] = [];
    const question = knownQuestion({ canGoBack: true, onLeft: (value) => left.push(value) });
    const [one, list] = [askKnown(question), await nextList()];
    list.type('x');
    list.back();
    assert.equal(await one, BACK);
    const [two, other] = [askKnown(question), await nextList()];
    other.type('y');
    await other.cancel(two);
    const [three, last] = [askKnown(question), await nextList()];
    last.choose('tier');
    assert.deepEqual([await three, left], ['tier', ['x', 'y']]);
  });

  it('is nothing where nothing is known and nothing typed', async () => {
    const asking = askKnown(knownQuestion({ known: [] }));
    const list = await nextList();
    list.accept();
    assert.equal(list.isDisposed, false);
    await list.cancel(asking);
  });
});

it('A folder is the one that the argument object names, or is chosen, beginning in the folder that is open', async () => {
  const { showOpenDialog } = window;
  const asked: object[] = [];
  let chosen: readonly Uri[] | undefined = [Uri.file('/a')];
  window.showOpenDialog = (options) => {
    asked.push(options);
    return Promise.resolve(chosen);
  };
  const pick = async (input = {}): Promise<string> =>
    (await pickFolder({ origin: 'argument', input }, 'Title', 'Open')).path;
  try {
    assert.equal(await pick({ folder: '/a/b' }), '/a/b');
    assert.equal(await pick(), '/a');
    workspace.workspaceFolders = [{ uri: Uri.file('/repository') }];
    chosen = undefined;
    await assert.rejects(pick(), { kind: 'cancelled' });
  } finally {
    window.showOpenDialog = showOpenDialog;
    workspace.workspaceFolders = undefined;
  }
  const options = {
    title: 'Title',
    openLabel: 'Open',
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
  };
  assert.deepEqual(asked, [options, { ...options, defaultUri: Uri.file('/repository') }]);
});

it('A notice does what the button says that was pressed', async () => {
  for (const [pressed, ran] of [
    ['One', ['userGroups.one']],
    ['Two', ['userGroups.two']],
    [undefined, []],
  ] as const) {
    const person = new PlayedPerson([], pressed);
    const done: string[] = [];
    const button = (label: string) => ({
      label,
      run: () => Promise.resolve(done.push(`userGroups.${label.toLowerCase()}`)),
    });
    await showNotice(person.messages, 'warn', 'Text.', button('One'), button('Two'));
    assert.deepEqual([person.shown, done], [['warning: Text. [One] [Two]'], ran]);
  }
});
