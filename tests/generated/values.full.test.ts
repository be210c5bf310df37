import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { errorCatalogue } from '#shared/errors';
import { controlContract } from '../../mock-server/control/contract.ts';
import { openApiOf } from '../../mock-server/http/openapi.ts';
import { watchData } from '../support/data-watch.ts';
import { type DescribedField, type Description, describedValues, hostileFor } from '../support/described-values.ts';
import { type Call, productCalls, startFilledServer } from '../support/filled-server.ts';
import { controlSamples } from '../support/sample-values.ts';
import { reasonOf } from '../support/server-answers.ts';
import { asForm, fillPath } from '../support/server-calls.ts';
import type { RawAnswer } from '../support/server-visitor.ts';

/*
 * Every call with values at the bounds of what its description says and beyond them, and with hostile ones. That each
 * answer is a declared one, in status, headers, media type and body, is what the server of a test is held to.
 */

const described = describedValues(
  openApiOf({ ...contract, ...derivedContract, ...controlContract }) as unknown as Description,
);

let filled: Awaited<ReturnType<typeof startFilledServer>>;
let data: Awaited<ReturnType<typeof watchData>>;
beforeAll(async () => {
  filled = await startFilledServer();
  data = await watchData(filled.server.dataDir);
});
afterAll(async () => {
  data.close();
  await filled.server.close();
});

/** Reasons of refusals that are noted: wrong tries are counted. */
const notesRefusals = new Set<string>([
  ...['code.wrong', 'code.void', 'code.expired', 'custom.not_found', 'redeem.unknown', 'staff.wrong_password'],
  ...['login.wrong_password', 'staff.wrong_own_password', 'staff.totp_wrong'],
]);

/** Calls that ask for more than a test can wait for, or end what the others need. */
const last = ['setClock', 'restoreSnapshot', 'reset'];
const controlCalls: readonly Call[] = Object.entries<Endpoint>(controlContract).sort(
  ([one], [other]) => last.indexOf(one) - last.indexOf(other),
);

const strangeNames = ['__proto__', 'constructor', 'toString', 'version', ''];

const isAsked = ([, spec]: Call) =>
  spec.encoding !== 'raw' && spec.encoding !== 'multipart' && !(spec.answers === 'events' && spec.method === 'GET');

const samplesOf = (name: string): Record<string, unknown> =>
  filled.party('lin').samples[name] ?? controlSamples[name as keyof typeof controlSamples] ?? {};

async function atRest(): Promise<void> {
  const { runner, store } = filled.server.deps;
  await runner.idle();
  const writing = store.db.selectFrom('chat_message').select('id').where('state', 'in', ['queued', 'streaming']);
  while (await writing.executeTakeFirst()) await setImmediate();
}

type How = 'json' | 'form';

async function send(name: string, spec: Endpoint, changes: Record<string, unknown>, how: How): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, { ...samplesOf(name), ...changes });
  // Public calls are made without a session, so that none of them ends the session of the others.
  const visitor = spec.access === 'anyone' ? filled.server.visitor() : filled.party('lin').visitor;
  if (spec.method === 'GET') return visitor.raw('GET', `${path}?${asForm(rest)}`.slice(0, 12_000).replace(/%\w?$/, ''));
  const [type, body] =
    how === 'json' ? ['application/json', JSON.stringify(rest)] : ['application/x-www-form-urlencoded', asForm(rest)];
  return visitor.raw(spec.method, path, { 'content-type': type }, body);
}

/** Makes a call and looks at the answer: of its form, no failure of the server, and a refusal changes nothing. */
async function ask(name: string, spec: Endpoint, changes: Record<string, unknown>, how: How = 'json'): Promise<number> {
  data.skip();
  let answer = await send(name, spec, changes, how);
  if (answer.status === 401 && spec.access !== 'anyone') {
    await filled.comeAgain(filled.party('lin'));
    data.skip();
    answer = await send(name, spec, changes, how);
  }
  const asked = JSON.stringify(changes).slice(0, 200);
  const reason = reasonOf(spec, answer);
  const isOwn = spec.errors.some((own) => own === reason && errorCatalogue[own].status === answer.status);
  expect([asked, answer.status < 500 || isOwn, reason]).toEqual([asked, true, reason]);
  if (answer.status < 400) await atRest();
  else if (!notesRefusals.has(reason)) expect([asked, reason, data.hasChanged()]).toEqual([asked, reason, false]);
  return answer.status;
}

/** Paths and queries hold texts and numbers, and a path nothing that is empty. */
const canHold = ({ in: place, schema }: DescribedField, value: unknown): boolean => {
  if (place === 'body') return true;
  const isNumber = /^(integer|number)$/.test(String(described.resolve(schema).type));
  return typeof value === 'string' ? place === 'query' || value !== '' : typeof value === 'number' && isNumber;
};

function meetsBounds(name: string, spec: Endpoint): void {
  const fields = described.fieldsOf(name);
  const isList = spec.list !== undefined || name === 'exportList';

  it('answers its ordinary request', async () => {
    expect(await ask(name, spec, {})).not.toBe(405);
  });

  it.each(fields.map((field) => [field.in, field.name, field] as const))(
    'answers the bounds of its %s: %s',
    async (_place, name_, field) => {
      const accepted: unknown[] = [];
      for (const { value, isForbidden } of described.boundsOf(field)) {
        if (!canHold(field, value)) continue;
        const status = await ask(name, spec, { [name_]: value });
        if (isForbidden && status < 400) accepted.push(JSON.stringify(value).slice(0, 80));
      }
      expect(accepted).toEqual([]);
    },
  );

  it('answers hostile values in each of its fields, and in fields that it does not have', async () => {
    const strange = [...strangeNames].map((name_) => ({ name: name_, in: 'body' as const }));
    for (const [index, field] of [...fields, ...strange].entries())
      for (const [turn, value] of hostileFor(20_261_127 + index, isList ? 2 : 6).entries()) {
        const given = field.in === 'path' ? String(value).slice(0, 300) || 'x' : value;
        await ask(name, spec, Object.fromEntries([[field.name, given]]), turn % 2 === 0 ? 'json' : 'form');
      }
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });
}

describe.each(productCalls.filter(isAsked))('%s', meetsBounds);

it('has its books in order after all of that', async () => {
  expect(await filled.server.faults()).toEqual([]);
});

describe.each(controlCalls.filter(isAsked))('%s', meetsBounds);
