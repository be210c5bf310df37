import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { controlContract } from '../../mock-server/control/contract.ts';
import { controlSamples, derivedSamples, sampleValues } from '../support/sample-values.ts';
import { startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { calls, makeCall } from '../support/server-calls.ts';
import { openTaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { createVisitor, type RawAnswer, type Visitor } from '../support/server-visitor.ts';
import { dataOf, namesIn } from '../support/world-data.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ tools: ['upScaleImg', 'toline', 'text2Img'] });
});
afterAll(() => server.close());

type Call = [string, Endpoint];
const productCalls: readonly Call[] = [...calls, ...Object.entries<Endpoint>(derivedContract)];
/** The one that empties the world comes last. */
const controlCalls = Object.entries<Endpoint>(controlContract).sort(
  ([one], [other]) => Number(one === 'reset') - Number(other === 'reset'),
);

type Samples = Readonly<Record<string, Record<string, unknown>>>;

/** A world with an owner of works and the administrator, and what is in it. */
interface Filled {
  space: string | undefined;
  folder: string;
  visitor: Visitor;
  phoneNo: string;
  samples: Samples;
}

const phones = { same: '13911112222', b: '13911113333' };

async function plane(space: string | undefined, method: string, address: string, body?: object): Promise<RawAnswer> {
  const visitor = createVisitor(server.origin);
  if (space) visitor.cookies.set('mock_space', space);
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  return visitor.raw(method, `/__mock${address}`, headers, body && JSON.stringify(body));
}

/** Gives the visitor sessions as the owner and as the administrator. */
async function logIn({ space, visitor, phoneNo }: Pick<Filled, 'space' | 'visitor' | 'phoneNo'>): Promise<void> {
  const made = await plane(space, 'POST', '/accounts', { phoneNo, plan: 'team', tickets: 500 });
  const [name = '', value = ''] = (made.json as { cookie: string }).cookie.split('=');
  visitor.cookies.set(name, value);
  await visitor.api.staffLogin({ account: 'admin', password: server.adminPassword });
}

/** Fills a world by the product's own calls: each of them once, and what they leave nothing of. */
async function fill(space: string | undefined, seed: string, mark: string, shade: number): Promise<Filled> {
  expect((await plane(space, 'POST', '/reset', { scenario: 'empty', seed })).status).toBe(200);
  await plane(space, 'POST', '/clock', { now: startOfStory, frozen: true });
  const visitor = createVisitor(server.origin);
  if (space) visitor.cookies.set('mock_space', space);
  const folder = space ? path.join(server.dataDir, 'worlds', 'named', space) : server.dataDir;
  const { samples: _none, ...party } = { space, folder, visitor, phoneNo: phones.same, samples: {} };
  await logIn(party);
  const { api } = visitor;
  const { imageId } = await visitor.upload(await drawPicture('png', { shade }));
  const own = await plane(space, 'POST', '/accounts', { phoneNo: phones.b });
  const { accountId } = own.json as { accountId: string };
  const start = (clientKey: string) =>
    api.startTask({ tool: 'upScaleImg', params: { upload_img: imageId, scale: 2 }, clientKey });
  const { taskId } = await start('first');
  const { projectId } = await api.createProject({ name: `${mark}-project` });
  const { orderId } = await api.createOrder({ productId: 'normal-100', quantity: 1, payType: 'alipay' });
  const ofProduct = sampleValues({ taskId, imageId, projectId, accountId, orderId });
  const samples = { ...controlSamples, ...derivedSamples(ofProduct), ...ofProduct };
  const filled: Filled = { ...party, samples };
  await callAll(filled, productCalls, samples);
  await logIn(party);
  await api.createProject({ name: `${mark}-second` });
  await api.createFolder({ name: `${mark}-folder`, clientKey: `${mark}-folder` } as never);
  await start('last');
  await api.sendSmsCode({ phoneNo: phones.b });
  await atRest(space);
  return filled;
}

/** Waits until no task and no answer of the assistant is under way, so that nothing changes by itself. */
async function atRest(space: string | undefined): Promise<void> {
  if (space === undefined) {
    await expect.poll(() => server.deps.isAtRest()).toBe(true);
    return;
  }
  const { world, ended } = await server.worlds.use(space);
  await expect.poll(() => world.isAtRest()).toBe(true);
  ended();
}

/** Makes every call, as the owner and as staff at once; one that ended the session is followed by a new login. */
async function callAll(
  party: Filled,
  list: readonly Call[],
  samples: Samples,
  look: (name: string, values: Record<string, unknown>, answer: RawAnswer) => void = () => undefined,
): Promise<void> {
  for (const [name, spec] of list) {
    const values = samples[name] ?? {};
    let answer = await makeCall(party.visitor, spec, values);
    if (answer.status === 401 && spec.access !== 'anyone') {
      await logIn(party);
      answer = await makeCall(party.visitor, spec, values);
    }
    expect([name, answer.status === 500]).toEqual([name, false]);
    look(name, values, answer);
  }
}

/** Everything that can be seen of a world without changing it. */
async function stateOf({ space, folder }: Filled): Promise<Record<string, unknown>> {
  const state = await dataOf(folder);
  for (const address of ['/sms', '/email', '/clock', '/faults', '/journal', '/pay', '/wx/scans'])
    state[address] = (await plane(space, 'GET', address)).json;
  // How far it is from the machine's clock, which goes on.
  delete (state['/clock'] as { offsetMs?: number }).offsetMs;
  return state;
}

/** Samples in which every id that nothing is known by is one of the world's, of each kind in turn. */
function samplesWith(names: ReadonlySet<string>, samples: Samples): Samples[] {
  const kinds = new Map([...names].filter((name) => /^[a-z]+_/.test(name)).map((name) => [name.split('_')[0], name]));
  const text = JSON.stringify(samples);
  return [...kinds.values()].map((id) => JSON.parse(text.replaceAll('"id_1"', JSON.stringify(id))) as Samples);
}

const takesAnyId =
  (samples: Samples) =>
  ([name]: Call) =>
    JSON.stringify(samples[name] ?? {}).includes('"id_1"');

describe.each<[string, string | undefined, string | undefined]>([
  ['one named world and another', 'a', 'b'],
  ['a named world and the unnamed one', 'a', undefined],
  ['the unnamed world and a named one', undefined, 'b'],
])('%s', (_what, here, there) => {
  it.each([
    ['the same', 'seed'],
    ['other', 'other seed'],
  ])('with %s ids: no call in the first sees or changes the second', async (_ids, seed) => {
    const other = await fill(there, 'seed', 'onlythere', 20);
    const own = await fill(here, seed, 'onlyhere', 40);
    const stream = await openTaskStream(other.visitor);
    const before = await stateOf(other);
    const inOwn = namesIn(await stateOf(own), 'onlyhere');
    const names = namesIn(before, 'onlythere');
    // The same seed gives both the same ids sooner or later; words and pictures are still their own.
    const isOwn = (name: string) => seed !== 'seed' || /^onlythere|^[0-9a-f]{64}$/.test(name);
    const secret = [...names].filter((name) => !inOwn.has(name) && isOwn(name));
    expect(secret).toContain('onlythere-second');
    expect(secret.length).toBeGreaterThan(seed === 'seed' ? 3 : 50);
    const leaks: string[] = [];
    const look = (name: string, values: Record<string, unknown>, { text, headers }: RawAnswer) => {
      const [asked, answered] = [JSON.stringify(values), text + JSON.stringify(headers)];
      for (const value of secret)
        if (answered.includes(value) && !asked.includes(value)) leaks.push(`${name}: ${value}`);
    };
    // Every kind of id with every call that takes any takes a minute.
    const isThorough = here && there && seed !== 'seed';
    const theirs = isThorough ? samplesWith(names, other.samples) : [];
    await callAll(own, productCalls, own.samples, look);
    await callAll(own, productCalls, other.samples, look);
    for (const samples of theirs) await callAll(own, productCalls.filter(takesAnyId(other.samples)), samples, look);
    await atRest(here);
    // It tells what was asked for before, ids of the other world among it.
    await plane(here, 'DELETE', '/journal');
    await callAll(own, controlCalls, other.samples, look);
    expect(leaks).toEqual([]);
    expect(await stateOf(other)).toEqual(before);
    expect(stream.events).toEqual([]);
    stream.close();
  });
});
