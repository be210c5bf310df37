import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { controlContract } from '../../mock-server/control/contract.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type * as client from './client.ts';
import { createKit, KitError, type World } from './client.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = createKit({ baseUrl: server.origin }).world('client');
});
afterAll(() => server.close());

async function failureOf(call: Promise<unknown>): Promise<KitError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof KitError)) throw new Error(`no failure of a call: ${error}`);
  return error;
}

it('throws what the server says, with its status, reason, fields and request id', async () => {
  const ofPlane = await failureOf(world.faults.set([{ kind: 'nothing' }]));
  expect(ofPlane).toMatchObject({ status: 422, reason: 'request.invalid', name: 'KitError' });
  const [sentence] = Object.values(ofPlane.fields).flat();
  expect(ofPlane.message).toMatch(/^PUT \/__mock\/faults 答复 422：/);
  for (const part of [ofPlane.sentence, sentence, ofPlane.requestId]) expect(ofPlane.message).toContain(part);

  const ofProduct = await failureOf(world.visitor().get('/api/user/userInfo'));
  expect(ofProduct).toMatchObject({ status: 401, reason: 'auth.required' });
  const ofConsole = await failureOf((await world.account()).get('/api/admin/v1/accounts'));
  expect(ofConsole).toMatchObject({ status: 401, sentence: expect.stringMatching(/[\u4e00-\u9fff]/) });
  const [entry] = await world.journal.list({ requestId: ofConsole.requestId });
  expect(entry).toMatchObject({ path: '/api/admin/v1/accounts', status: 401 });
});

it('throws where a connection breaks, and what a fault rule answers that is no JSON', async () => {
  const path = '/api/system/settings';
  await world.faults.set([
    { match: { path }, kind: 'reset', times: 1 },
    { match: { path }, kind: 'truncated', times: 1 },
    { match: { path: '/api/none' }, kind: 'status', status: 502, body: '网关出错' },
  ]);
  const visitor = world.visitor();
  expect(await failureOf(visitor.get(path))).toMatchObject({ status: 0, requestId: '' });
  expect(await failureOf(visitor.get(path))).toMatchObject({ status: 0 });
  await visitor.get(path);
  expect(await failureOf(visitor.get('/api/none'))).toMatchObject({ status: 502, sentence: '网关出错' });
});

it('tells of requests that did not come which came closest', async () => {
  const buyer = await world.account();
  await buyer.get('/api/order/createOrder', { productId: 'normal-20' });
  const wanted = { path: '/api/order/createOrder', query: { productId: 'normal-100' } };
  await expect(world.journal.expect(wanted)).rejects.toThrow(/GET \/api\/order\/createOrder（200）：.*normal-20/);
});

it('deletes a world once it is there, and nothing else', async () => {
  const kit = createKit({ baseUrl: server.origin });
  const unused = kit.world('never-used');
  await unused.remove();
  await kit.world().remove();
  await unused.clock.get();
  expect(await kit.worlds()).toContain('never-used');
  await unused.remove();
  expect(await kit.worlds()).not.toContain('never-used');
});

/** Input and answer of a call by the contract. */
type Input<Call extends keyof typeof controlContract> = (typeof controlContract)[Call] extends { input: z.ZodType }
  ? z.input<(typeof controlContract)[Call]['input']>
  : never;
type Output<Call extends keyof typeof controlContract> = (typeof controlContract)[Call] extends { output: z.ZodType }
  ? z.output<(typeof controlContract)[Call]['output']>
  : never;

it('has the types of the contract', () => {
  expectTypeOf<client.AccountDraft>().toExtend<Input<'makeAccount'>>();
  expectTypeOf<client.PayAction>().toEqualTypeOf<Input<'playPayment'>['action']>();
  expectTypeOf<client.MadeRecords>().toEqualTypeOf<{
    [Kind in keyof Output<'makeState'>]: Output<'makeState'>[Kind][string];
  }>();
  expectTypeOf<Output<'clock'>>().toExtend<client.ClockState>();
  expectTypeOf<Output<'trades'>['trades'][number]>().toExtend<client.Trade>();
  expectTypeOf<Output<'snapshots'>[number]>().toEqualTypeOf<client.Snapshot>();
  expectTypeOf<Output<'journal'>[number]>().toExtend<client.JournalEntry>();
  expectTypeOf<Output<'verifyJournal'>>().toExtend<client.Verdict>();
  expectTypeOf<client.JournalFilter>().toExtend<Input<'journal'>>();
  expectTypeOf<Omit<client.FaultRule, 'kind' | 'match'>>().toExtend<Partial<Input<'setFaults'>['faults'][number]>>();
});
