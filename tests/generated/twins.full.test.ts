import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { def, shapeOf, unwrap } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { type Call, productCalls, startFilledServer } from '../support/filled-server.ts';
import { asForm, fillPath } from '../support/server-calls.ts';
import type { RawAnswer } from '../support/server-visitor.ts';
import { dataOf } from '../support/world-data.ts';

type Filled = Awaited<ReturnType<typeof startFilledServer>>;

/*
 * Two servers with the same ids, times and records are asked the same, one in JSON, the other by forms: they answer
 * alike and have the same in the end.
 */

let inJson: Filled;
let byForm: Filled;
beforeAll(async () => {
  inJson = await startFilledServer(['lin'], 'twins');
  byForm = await startFilledServer(['lin'], 'twins');
});
afterAll(async () => {
  for (const { server } of [inJson, byForm]) await server.close();
});

const withBoth: readonly Call[] = productCalls.filter(
  ([, { method, encoding }]) => method !== 'GET' && (encoding === 'form' || encoding === 'json'),
);

/** Texts that look like other values. */
const ambiguous = ['123', '1e3', 'true', 'null', '[1]', '{"a":1}', ' 7 ', '', '中文 & = + % 🏠', '"'];

/** Values for a field, by what its schema holds: right ones and wrong ones that both encodings can write. */
function valuesFor(schema: z.ZodType): unknown[] {
  const inner = unwrap(schema);
  const { type, options, element } = def(inner);
  const isNullable = schema.safeParse(null).success;
  const nothing =
    isNullable && !(type === 'string' || options?.some((option) => def(unwrap(option)).type === 'string'));
  const more = nothing ? [null] : [];
  if (type === 'string') return ambiguous.filter((text) => !isNullable || text !== 'null');
  if (type === 'number') return [...more, 0, 1, -1, 1.5, 2 ** 53, 'many'];
  if (type === 'boolean') return [...more, true, false, 'yes'];
  if (type === 'array')
    return [
      [],
      ...(element
        ? valuesFor(element)
            .slice(0, 4)
            .map((item) => [item])
        : []),
    ];
  if (type === 'object' || type === 'record') return [...more, {}, { a: 1 }, { a: { b: [null, '1'] } }];
  // A form sends texts only, so a union with a text takes every value as one.
  if (options?.some((option) => def(unwrap(option)).type === 'string')) return ['中文', 'a b'];
  if (type === 'union' || type === 'nullable') return [...more, ...(options ?? []).flatMap(valuesFor).slice(0, 8)];
  return [...more, 'nothing'];
}

function variantsOf(spec: Endpoint, sample: Record<string, unknown>): Record<string, unknown>[] {
  const filled = fillPath(spec, sample).rest;
  // A form has no way to tell null from its name where any text is taken.
  const rest = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== null));
  const fields = Object.entries(shapeOf(spec.input) ?? {});
  const changed = fields.flatMap(([name, schema]) => valuesFor(schema).map((value) => ({ ...rest, [name]: value })));
  const without = Object.keys(rest).map((name) => ({ ...rest, [name]: undefined }));
  return [{}, ...without, { ...rest, nothing: 'x' }, ...changed, rest];
}

async function send(filled: Filled, spec: Endpoint, path: string, how: 'json' | 'form', values: object) {
  const { visitor } = filled.party('lin');
  const [type, body] =
    how === 'json'
      ? ['application/json', JSON.stringify(values)]
      : ['application/x-www-form-urlencoded', asForm(values as Record<string, unknown>)];
  const answer = await visitor.raw(spec.method, path, { 'content-type': type }, body);
  if (answer.status < 300) await filled.server.deps.runner.idle();
  return answer;
}

/** Secrets and pictures of them, the run of the process, and times at which migrations put something in. */
const unpredictable = /(TGT|ST)-[\w-]+|boot_\w+|data:image[^"]+|[A-Za-z0-9_+/=-]{26,}|(?<="(created|updated)At":)\d+/g;

/** An answer without what the seed does not decide. */
function comparable({ status, text, headers }: RawAnswer, spec: Endpoint) {
  const isText = spec.answers !== 'events' && spec.answers !== 'bytes';
  const body = isText ? text.replace(unpredictable, '…') : '';
  return { status, type: headers['content-type'], body };
}

describe.each(withBoth)('%s', (name, spec) => {
  it('answers a form as it answers JSON', async () => {
    const sample = inJson.party('lin').samples[name] ?? {};
    const { path } = fillPath(spec, sample);
    for (const values of variantsOf(spec, sample)) {
      let answers = await Promise.all([
        send(inJson, spec, path, 'json', values),
        send(byForm, spec, path, 'form', values),
      ]);
      if (answers.some(({ status }) => status === 401) && spec.access !== 'anyone') {
        for (const filled of [inJson, byForm]) await filled.comeAgain(filled.party('lin'));
        answers = await Promise.all([
          send(inJson, spec, path, 'json', values),
          send(byForm, spec, path, 'form', values),
        ]);
      }
      const [json, form] = answers.map((answer) => comparable(answer, spec));
      expect({ values, ...form }).toEqual({ values, ...json });
    }
  });
});

it('and both have the same in the end', async () => {
  const sizes = async ({ server }: Filled) =>
    Object.entries(await dataOf(server.dataDir)).map(([name, rows]) => [
      name.startsWith('files/') ? 'file' : name,
      Array.isArray(rows) ? rows.length : 1,
    ]);
  expect(await sizes(byForm)).toEqual(await sizes(inJson));
  for (const { server } of [inJson, byForm]) expect(await server.faults()).toEqual([]);
});
