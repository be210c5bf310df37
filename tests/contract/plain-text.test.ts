import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { def, shapeOf, unwrap } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { readInput } from '#shared/contract/text';
import { sampleValues } from '../support/sample-values.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, encodeBytes, fillPath } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { RawAnswer, Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let insider: Visitor;
let samples: ReturnType<typeof sampleValues>;
beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member();
  const { imageId } = await member.upload(await drawPicture());
  const { accountId } = await server.member();
  const { projectId } = await member.api.createProject({ name: '别墅' });
  samples = sampleValues({ taskId: 'task_1', imageId, projectId, accountId });
  insider = member;
  insider.cookies.set('staff_sid', (await server.staff('admin')).cookies.get('staff_sid') ?? '');
});
afterAll(() => server.close());

/** The fields of a call that hold a text of their own, or a whole number. */
function fieldsOf(spec: Endpoint, kind: 'string' | 'number'): string[] {
  const isKind = (schema: z.ZodType): boolean => {
    const { type, options } = def(unwrap(schema));
    return type === kind || (options ?? []).some(isKind);
  };
  return Object.entries(shapeOf(spec.input) ?? {})
    .filter(([, schema]) => isKind(schema))
    .map(([name]) => name);
}

async function call(name: keyof typeof samples, spec: Endpoint, changes: Record<string, string>): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, samples[name]);
  const values = { ...rest, ...changes };
  const form = Object.entries(values)
    .map(([field, value]) => `${field}=${encodeBytes(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
  const visitor = spec.access === 'anyone' ? server.visitor() : insider;
  if (spec.method === 'GET') return visitor.raw('GET', `${path}?${form}`);
  return visitor.raw(spec.method, path, { 'content-type': 'application/x-www-form-urlencoded' }, form);
}

const readable = calls.filter(
  ([, spec]) =>
    spec.encoding !== 'raw' &&
    spec.encoding !== 'multipart' &&
    spec.answers !== 'events' &&
    [...fieldsOf(spec, 'string'), ...fieldsOf(spec, 'number')].length > 0,
);

describe.each(readable)('%s', (name, spec) => {
  const texts = fieldsOf(spec, 'string');
  const numbers = fieldsOf(spec, 'number');

  // What the server answers to each of them, and to longer lists of such texts, stands in the full run.
  if (texts.length > 0)
    it(`takes no control characters: ${texts.join(', ')}`, () => {
      const { rest } = fillPath(spec, samples[name]);
      for (const field of texts) {
        const refused = readInput(spec.input, { ...rest, [field]: 'ab\u0000cd' }).issues?.map(({ path: [at] }) => at);
        expect([field, refused]).toEqual([field, expect.arrayContaining([field])]);
      }
    });

  if (numbers.length > 0)
    it(`reads plain numbers only: ${numbers.join(', ')}`, async () => {
      for (const field of numbers)
        for (const text of ['0x10', '1e3', ' 5 ', '+5', '5\n', '٥', 'Infinity', '0b1', '1_000']) {
          const answer = await call(name, spec, { [field]: text });
          expect([field, text, [400, 422].includes(answer.status)]).toEqual([field, text, true]);
          reasonOf(spec, answer);
        }
    });
});
