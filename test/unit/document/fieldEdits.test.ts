import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BODY_FIELDS, type BodyField } from '../../../src/contract/fields.ts';
import { addField, removeField, setString, stringAt, withoutForeign } from '../../../src/document/fieldEdits.ts';
import { readFieldRanges } from '../../../src/document/fieldRanges.ts';
import { STORED_NAMES } from '../../../src/document/idName.ts';
import { fieldsStrictly } from '../../../src/document/jsonFields.ts';
import { applyEdits, smallestEdit } from '../../../src/document/textEdit.ts';
import { documentFields, objectText, stringText } from './arbitraryJson.ts';
import { anyLayout, evenLayout, laidOut } from './arbitraryLayout.ts';

const layouts = fc.array(anyLayout, { minLength: 1, maxLength: 3 });

/** Keys and values as typed. */
function typed(text: string): string[][] {
  return fieldsStrictly(text).map(({ keyText, valueText }) => [keyText, valueText]);
}

function withString(text: string, name: BodyField, value: string): string {
  const edit = setString(text, readFieldRanges(text).fields[name]!, value);
  return edit === undefined ? text : applyEdits(text, [edit]);
}

function withField(text: string, name: BodyField, valueText: string): string {
  return applyEdits(text, [addField(text, name, valueText)]);
}

function withoutField(text: string, name: BodyField): string {
  return applyEdits(text, [removeField(text, name)!]);
}

/** The units of a string literal as they are spelt. */
function spellings(literal: string): string[] {
  return literal.slice(1, -1).match(/\\u.{4}|\\.|[^]/g) ?? [];
}

describe('setString', () => {
  it('writes anew what changes, and keeps the spelling of the rest', () => {
    const text = '{"name": "Caf\\u00e9 \\/ \\u0041cme"}';

    assert.equal(withString(text, 'name', 'Café / Acme Inc'), '{"name": "Caf\\u00e9 \\/ \\u0041cme Inc"}');
    assert.equal(withString(text, 'name', 'Café & Acme'), '{"name": "Caf\\u00e9 & \\u0041cme"}');
    assert.equal(withString(text, 'name', 'Cafe / Acme'), '{"name": "Cafe \\/ \\u0041cme"}');
    assert.equal(withString(text, 'name', ''), '{"name": ""}');
  });

  it('sets any value in any document, keeps every other field, and spells what stays as it was', () => {
    fc.assert(
      fc.property(
        documentFields,
        layouts,
        fc.oneof(
          fc.string({ unit: 'binary' }),
          stringText.map((text) => JSON.parse(text) as string),
        ),
        (all, drawn, value) => {
          const text = laidOut(all, drawn);
          const { value: before } = all.find(({ field }) => field === 'user_group_id')!;
          const after = withString(text, 'user_group_id', value);
          const { from, to } = readFieldRanges(after).fields.user_group_id!;

          assert.equal(stringAt(after, readFieldRanges(after).fields.user_group_id!), value);
          assert.equal(after.slice(0, from) + before + after.slice(to), text);
          const change = smallestEdit(JSON.parse(before) as string, value) ?? { from: 0, to: 0, insert: '' };
          const [old, now] = [spellings(before), spellings(after.slice(from, to))];
          assert.deepEqual(
            [now.slice(0, change.from), now.slice(change.from + spellings(JSON.stringify(change.insert)).length)],
            [old.slice(0, change.from), old.slice(change.to)],
          );
        },
      ),
    );
  });
});

describe('stringAt', () => {
  it('reads nothing where no string stands', () => {
    for (const value of ['null', '12', '{}', '"open', '"a" "b"', '"\\x"']) {
      assert.equal(stringAt(value, { keyFrom: 0, from: 0, to: value.length, type: 'string' }), undefined, value);
    }
  });
});

describe('addField', () => {
  it('puts a field on a line of its own where the others have theirs', () => {
    assert.equal(
      withField('{\r\n\t"user_group_id" : "a",\r\n\r\n\t"properties" : {}\r\n}\r\n', 'mapping', '{}'),
      '{\r\n\t"user_group_id" : "a",\r\n\t"mapping" : {},\r\n\r\n\t"properties" : {}\r\n}\r\n',
    );
    assert.equal(
      withField('{\n  "name": "a"\n}', 'user_group_id', '"b"'),
      '{\n  "user_group_id": "b",\n  "name": "a"\n}',
    );
    assert.equal(withField('{\n  "name": "a"\n}', 'properties', '{}'), '{\n  "name": "a",\n  "properties": {}\n}');
  });

  it('puts a field between others on one line as they are parted', () => {
    assert.equal(withField('{ "user_group_id": "a" }', 'name', '"b"'), '{ "user_group_id": "a", "name": "b" }');
    assert.equal(withField('{"user_group_id": "a"}', 'name', '"b"'), '{"user_group_id": "a", "name": "b"}');
    assert.equal(
      withField('{\n  "user_group_id": "a"\n, "name": "b"\n}', 'mapping', '{}'),
      '{\n  "user_group_id": "a"\n, "name": "b"\n, "mapping": {}\n}',
    );
  });

  it('goes behind what the service does not know when nothing else is there', () => {
    assert.equal(withField('{"$schema": "x"}', 'name', '"b"'), '{"$schema": "x", "name": "b"}');
    assert.equal(
      withField('{"$schema": "x", "properties": {}}', 'name', '"b"'),
      '{"$schema": "x", "name": "b", "properties": {}}',
    );
  });

  it('refuses what would not come out right', () => {
    assert.throws(() => addField('{"name": }', 'mapping', '{}'), {
      name: 'invalid',
      message: /^JSON, character 10: A value is expected\. Correct it there, then add "mapping" again\.$/,
    });
    assert.throws(() => addField('[]', 'mapping', '{}'), { name: 'invalid' });
    assert.throws(() => addField('{"mapping": {}}', 'mapping', '{}'), {
      name: 'invalid',
      message: /The document already has/,
    });
  });

  it('puts a field into any document in the order of the contract, keeps all others, and goes without a trace', () => {
    fc.assert(
      fc.property(documentFields, layouts, fc.constantFrom(...BODY_FIELDS), objectText, (all, drawn, name, value) => {
        const others = all.filter(({ field }) => field !== name);
        fc.pre(others.length > 0);
        const text = laidOut(others, drawn);
        const edit = addField(text, name, value);
        const after = applyEdits(text, [edit]);
        const added = typed(after).findIndex(([key]) => key === JSON.stringify(name));

        assert.equal(edit.from, edit.to);
        assert.deepEqual(typed(after)[added], [JSON.stringify(name), value]);
        assert.deepEqual(
          typed(after).toSpliced(added, 1),
          others.map(({ key, value: kept }) => [key, kept]),
        );
        const fieldAt = (index: number): BodyField => others[index]?.field as BodyField;
        const [before, behind] = [
          BODY_FIELDS.slice(0, BODY_FIELDS.indexOf(name)),
          BODY_FIELDS.slice(BODY_FIELDS.indexOf(name) + 1),
        ].map((names) => names.filter((known) => others.some(({ field }) => field === known)));
        const neighbour = before!.length > 0 ? [before!.at(-1), fieldAt(added - 1)] : [behind![0], fieldAt(added)];
        assert.equal(...(neighbour as [unknown, unknown]));
        assert.equal(withoutField(after, name), text);
      }),
    );
  });

  it('stands as its neighbours do where all are laid out alike', () => {
    fc.assert(
      fc.property(documentFields, evenLayout, fc.constantFrom('name', 'mapping', 'properties'), (all, layout, name) => {
        const others = all.filter(({ field }) => field !== name);
        fc.pre(others.length > 1);
        const after = withField(laidOut(others, [layout]), name, '{}');
        const members = typed(after).map(([key, value]) => ({ key: key!, value: value! }));

        assert.equal(after, laidOut(members, [layout]));
      }),
    );
  });
});

describe('removeField', () => {
  it('leaves an empty object when nothing else is there', () => {
    assert.equal(withoutField(' {\n  "name": "b"\n}\n', 'name'), ' {}\n');
  });

  it('takes nothing out that is absent, stands twice, or stands in a text that is not valid', () => {
    assert.equal(removeField('{"mapping": {}}', 'name'), undefined);
    assert.equal(removeField('{"name": "a", "name": "b"}', 'name'), undefined);
    assert.equal(removeField('{"name": "a", "mapping": }', 'name'), undefined);
  });

  it('keeps all others of any document as they were typed', () => {
    fc.assert(
      fc.property(documentFields, layouts, fc.nat(), (all, drawn, place) => {
        const { field } = all[place % all.length]!;
        fc.pre(field !== '$schema');

        assert.deepEqual(
          typed(withoutField(laidOut(all, drawn), field)),
          all.filter((other) => other.field !== field).map(({ key, value }) => [key, value]),
        );
      }),
    );
  });
});

describe('A text that was accepted before', () => {
  it('is without the fields that hold the mark of redaction, however it is written, but with its ID', () => {
    const text = String.raw`{"user_group_id":"a•••","name":"•••","mapping":{"40":"1"},"properties":{"a":["\u2022••"]}}`;
    assert.equal(withoutForeign(text, STORED_NAMES), '{"user_group_id":"a•••","mapping":{"40":"1"}}');
  });
});
