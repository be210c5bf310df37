import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInput } from '#shared/contract/text';
import { callsWithFields, type FieldCaller, fieldsOf, startFieldCaller } from '../support/call-fields.ts';
import { reasonOf } from '../support/server-answers.ts';
import { fillPath } from '../support/server-calls.ts';

let caller: FieldCaller;
beforeAll(async () => {
  caller = await startFieldCaller();
});
afterAll(() => caller.close());

describe.each(callsWithFields('string', 'number'))('%s', (name, spec) => {
  const texts = fieldsOf(spec, 'string');
  const numbers = fieldsOf(spec, 'number');

  if (texts.length > 0)
    it(`takes no control characters: ${texts.join(', ')}`, () => {
      const { rest } = fillPath(spec, caller.samples[name]);
      for (const field of texts) {
        const refused = readInput(spec.input, { ...rest, [field]: 'ab\u0000cd' }).issues?.map(({ path: [at] }) => at);
        expect([field, refused]).toEqual([field, expect.arrayContaining([field])]);
      }
    });

  if (numbers.length > 0)
    it(`reads plain numbers only: ${numbers.join(', ')}`, async () => {
      for (const field of numbers)
        for (const text of ['0x10', '1e3', ' 5 ', '+5', '5\n', '٥', 'Infinity', '0b1', '1_000']) {
          const answer = await caller.call(name, spec, { [field]: text });
          expect([field, text, [400, 422].includes(answer.status)]).toEqual([field, text, true]);
          reasonOf(spec, answer);
        }
    });
});
