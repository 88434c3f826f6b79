// The values of properties, as groups are found by them.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { propertyValues } from '../../../src/document/baseEntries.ts';

const valuesOf = (text: string): string[] =>
  propertyValues(text).values.map(({ path, value }) => (value === undefined ? path : `${path}=${value}`));

describe('The values of properties', () => {
  it('are texts decoded, and everything else as it was spelt', () => {
    assert.deepEqual(
      valuesOf('{"region":"E\\u0055","seats":1.0,"big":9007199254740993,"vip":true,"note":null,"empty":""}'),
      ['region=EU', 'seats=1.0', 'big=9007199254740993', 'vip=true', 'note=null', 'empty='],
    );
  });

  it('have a path with dots inside objects, and that of the list inside a list', () => {
    assert.deepEqual(
      valuesOf(
        '{"address":{"city":{"name":"Berlin"},"country":"DE"},"tags":["gold",{"x":1},[7],"new"],"last":1}',
      ).sort(),
      [
        ...['address', 'address.city', 'address.city.name=Berlin', 'address.country=DE', 'last=1'],
        ...['tags', 'tags.x=1', 'tags=7', 'tags=gold', 'tags=new'],
      ],
    );
  });

  it('leave out the value of what is too long, and say when there are more', () => {
    const long = 'x'.repeat(201);
    assert.deepEqual(valuesOf(`{"a":"${long}","${long}":1}`), ['a']);
    const many = `{${Array.from({ length: 400 }, (_, index) => `"p${index}":1`).join(',')}}`;
    assert.deepEqual(
      [propertyValues(many).values.length, propertyValues(many).isCut, propertyValues('{}').isCut],
      [300, true, false],
    );
  });

  it('are none of what is no object', () => {
    assert.deepEqual(['[1,"a"]', '1', ''].flatMap(valuesOf), []);
  });

  it('are read of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        propertyValues(text);
      }),
    );
  });
});
