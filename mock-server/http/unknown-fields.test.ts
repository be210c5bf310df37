import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

describe('what an input holds that its schema does not know', () => {
  const schema = z.object({
    name: z.string(),
    match: z.object({ path: z.string().optional() }).default({}),
    rules: z.array(z.object({ kind: z.string() })),
    amount: z.union([z.int(), z.object({ normal: z.int() }), z.array(z.object({ id: z.int() }))]).optional(),
    byKind: z.record(z.string(), z.object({ title: z.string() })).optional(),
    anything: z.unknown().optional(),
    read: z.preprocess((value) => value, z.object({ at: z.int() })).optional(),
    kept: z.looseObject({ id: z.int() }).nullable().optional(),
  });
  const right = { name: '甲', match: {}, rules: [{ kind: 'a' }] };

  it.each<[unknown, string[]]>([
    [right, []],
    [{ ...right, nam: '乙' }, ['nam']],
    [{ ...right, match: { step: 1 } }, ['match.step']],
    [{ ...right, rules: [{ kind: 'a' }, { kind: 'b', knd: 1 }] }, ['rules.1.knd']],
    [{ ...right, amount: { normal: 1, live: 2 } }, ['amount.live']],
    [{ ...right, amount: [{ id: 1, name: 2 }] }, ['amount.0.name']],
    [{ ...right, byKind: { live: { title: '', cost: 1 } } }, ['byKind.live.cost']],
    [{ ...right, anything: { whatever: { it: 'is' } }, kept: { id: 1, more: 2 } }, []],
    [{ ...right, read: { at: 1, to: 2 } }, ['read.to']],
    [{ name: { of: 1 }, rules: 'none', match: [] }, []],
    ['text', []],
    [JSON.parse('{"__proto__": 1, "toString": 2}'), ['__proto__', 'toString']],
  ])('of %j is %j', (input, names) => {
    expect(unknownFields(schema, input)).toEqual(names);
  });

  it('is told of several objects in one', () => {
    const both = z.object({ a: z.int() }).and(z.object({ b: z.int() }));
    expect(unknownFields(both, { a: 1, b: 2, c: 3 })).toEqual(['c']);
  });
});
