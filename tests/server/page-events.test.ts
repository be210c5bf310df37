import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const path = '/api/track/events';
const stored = () =>
  server.deps.store.db
    .selectFrom('page_event')
    .select(['event_id', 'account_id', 'device_id', 'name', 'label', 'detail'])
    .orderBy('id')
    .execute();
const send = (body: string, type = 'text/plain;charset=UTF-8', from = server.visitor()) =>
  from.raw('POST', path, { 'content-type': type }, body);
const event = (eventId: string, more: object = {}) => ({ name: 'page_view', eventId, type: 'pv', ...more });

describe('what pages tell', () => {
  it('is taken as text of a closing page, as a list and as an object', async () => {
    expect((await send(JSON.stringify([event('event-01'), event('event-02')]))).status).toBe(200);
    expect((await send(JSON.stringify({ events: [event('event-03')], deviceId: 'device-1' }))).status).toBe(200);
    expect((await send(JSON.stringify([event('event-04')]), 'application/json')).status).toBe(200);
    expect((await stored()).map((row) => [row.event_id, row.device_id])).toEqual([
      ['event-01', null],
      ['event-02', null],
      ['event-03', 'device-1'],
      ['event-04', null],
    ]);
  });

  it('is stored once, however often and in whatever company it comes', async () => {
    await send(JSON.stringify([event('event-01'), event('event-01'), event('event-02')]));
    await Promise.all([1, 2, 3].map(() => send(JSON.stringify([event('event-02'), event('event-03')]))));
    await send(JSON.stringify([{ name: 'page_view' }, { name: 'page_view' }]));
    expect((await stored()).map((row) => row.event_id)).toEqual(['event-01', 'event-02', 'event-03', null, null]);
  });

  it('is kept with all that it says', async () => {
    const told = {
      ...{ seq: 3, level: 2, ids: ['12', null, '客厅'], path: '/classifyPage/12?kw=%E5%8C%97', hash: 'picture-9' },
      ...{ from: 'home', fromPath: '/', personalCenterPage: 3, at: 5, sentAt: 6, tabId: 'tab-1', isReturn: true },
      ...{ isRestore: false, props: { count: 3, name: '北欧', isAll: true, none: null }, dropped: 2 },
    };
    await send(JSON.stringify([event('event-01', { label: 'category:2', ...told })]));
    const [row] = await stored();
    expect(row).toMatchObject({ name: 'page_view', label: 'category:2' });
    expect(JSON.parse(row?.detail ?? '')).toEqual({ type: 'pv', ...told });
  });

  it('Q16 has the server’s own time beside that of a device whose clock is wrong', async () => {
    await send(JSON.stringify([event('event-01', { at: 5, sentAt: 6 })]));
    const [row] = await server.deps.store.db.selectFrom('page_event').select(['created_at', 'detail']).execute();
    expect(row?.created_at).toBe(server.clock.now());
    expect(JSON.parse(row?.detail ?? '')).toMatchObject({ at: 5, sentAt: 6 });
  });

  it('counts for the person who was logged in when it happened', async () => {
    const member = await server.member();
    const userId = member.accountId;
    await send(
      JSON.stringify([
        event('before-login'),
        event('login-itself', { type: 'bind', userId }),
        event('after-login', { userId }),
        event('of-another', { userId: 'somebody' }),
      ]),
      undefined,
      member,
    );
    expect((await stored()).map((row) => row.account_id)).toEqual([null, userId, userId, null]);
  });
});

describe('an attacker', () => {
  const one = (field: object) => JSON.stringify([{ name: 'page_view', ...field }]);
  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

  it.each([
    ['no JSON', '{"events":['],
    ['a number', '7'],
    ['null', 'null'],
    ['a text', '"events"'],
    ['no events', '{}'],
    ['an empty body', ''],
    ['events that are no list', '{"events":{"length":1}}'],
    ['events that are no objects', '[null,1,"a",[]]'],
    ['a list of lists 30,000 deep', nested('[', ']', 30_000)],
    ['properties 9,000 deep', `[{"name":"a","props":${nested('{"a":', '}', 9_000).replace('}', '1}')}}]`],
    ['a stranger field 30,000 deep beside a wrong one', `[{"name":1,"x":${nested('[', ']', 30_000)}}]`],
    ['101 events', JSON.stringify(Array(101).fill({ name: 'a' }))],
    ['a name of no text', one({ name: 5 })],
    ['an empty name', one({ name: '' })],
    ['a long name', one({ name: 'x'.repeat(61) })],
    ['NUL in a name', one({ name: 'a\0b' })],
    ['NUL in a path', one({ path: '/a\0' })],
    ['NUL in an id', one({ ids: ['\0'] })],
    ['NUL in a property', one({ props: { a: 'b\0' } })],
    ['NUL in the name of a property', one({ props: { 'a\0': 'b' } })],
    ['a list as property', one({ props: { a: [1] } })],
    ['too many properties', one({ props: Object.fromEntries([...Array(17)].map((_, i) => [`p${i}`, i])) })],
    ['a long property', one({ props: { a: 'x'.repeat(201) } })],
    ['four ids', one({ ids: ['1', '2', '3', '4'] })],
    ['a level of no category', one({ level: 4 })],
    ['a broken level', one({ level: 1.5 })],
    ['a time before time', one({ at: -1 })],
    ['a time without end', '[{"name":"a","at":1e999}]'],
    ['a type that nobody knows', one({ type: 'evil' })],
    ['a short id of an event', one({ eventId: 'a' })],
    ['an id of an event as object', one({ eventId: { $ne: null } })],
    ['a truth value as text', one({ isReturn: 'true' })],
    ['a device of no text', '{"events":[],"deviceId":[]}'],
  ])('is refused with %s, and nothing is stored', async (_, body) => {
    const answer = await send(body);
    expect([400, 422], JSON.stringify(answer.json)).toContain(answer.status);
    expect(await stored()).toEqual([]);
  });

  it('is refused a megabyte, and a kind of body that no page sends', async () => {
    expect((await send(one({ path: 'x'.repeat(2 ** 20) }))).status).toBe(413);
    expect((await send('<events/>', 'text/xml')).status).toBe(415);
    expect((await send('events=1', 'application/x-www-form-urlencoded')).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('fills the store no faster with long events than with many', async () => {
    const props = Object.fromEntries([...Array(16)].map((_, i) => [`p${i}`, 'x'.repeat(200)]));
    const body = one({ path: `/${'x'.repeat(499)}`, props });
    const answers = [];
    for (let i = 0; i < 160; i++) answers.push((await send(body)).status);
    expect(answers).toEqual([...Array(150).fill(200), ...Array(10).fill(429)]);
  });

  it('is taken literally with what only looks like a command', async () => {
    const label = `'); DROP TABLE page_event; --`;
    expect((await send(one({ label, x: { deep: [1] } }))).status).toBe(200);
    expect((await send('[{"name":"a","props":{"__proto__":{"a":1}}}]')).status).toBe(200);
    expect(await stored()).toMatchObject([{ label, detail: '{}' }, { detail: '{"props":{}}' }]);
  });
});
