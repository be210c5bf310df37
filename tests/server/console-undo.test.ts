import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Change, DriftedField } from '#shared/contract/change-desk';
import { day, minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

/** A call as the console sends it: the answer, and by what it can be undone. */
async function send<T>(staff: Visitor, method: string, path: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' };
  const answer = await staff.fetch(`/api/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const changeId = answer.headers.get('x-change-id') ?? '';
  return { status: answer.status, body: (await answer.json()) as T, changeId, headers: answer.headers };
}
const undo = (staff: Visitor, id: string) =>
  send<Change & { reason: string; drift: DriftedField[] }>(staff, 'POST', `changes/${id}/revert`);
const product = async (staff: Visitor, id: string) => {
  const found = (await staff.api.staffProducts({ _end: 100 })).find((row) => row.id === id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
};

it('a change can be undone from any tab for ten minutes, once, by who has the right', async () => {
  const [operator, support] = [await server.staff('operator'), await server.staff('support')];
  const before = await product(operator, 'normal-20');
  const changed = await send(operator, 'PATCH', 'products/normal-20', { position: 1, version: before.version });
  expect(changed.headers.get('access-control-expose-headers')).toContain('X-Change-Id');
  const [latest] = await operator.api.changes({});
  expect(latest).toMatchObject({
    ...{ id: changed.changeId, title: '修改商品「普通券 20 张」', state: 'open', count: 1 },
    records: [{ resource: 'product', id: 'normal-20' }],
  });
  expect(await support.api.changes({})).toEqual([]);
  expect(await undo(support, changed.changeId)).toMatchObject({ status: 404, body: { reason: 'change.not_found' } });

  await server.pass(9 * minute);
  expect(await undo(operator, changed.changeId)).toMatchObject({ status: 200, body: { state: 'reverted' } });
  const after = await product(operator, 'normal-20');
  expect({ ...after, version: before.version, updatedAt: before.updatedAt }).toEqual(before);
  expect(after.version).toBe(before.version + 2);
  expect(await undo(operator, changed.changeId)).toMatchObject({ status: 409, body: { reason: 'change.reverted' } });

  const late = await send(operator, 'PATCH', 'products/normal-20', { position: 2, version: after.version });
  await server.pass(10 * minute);
  expect((await operator.api.changes({}))[0]).toMatchObject({ state: 'expired' });
  expect(await undo(operator, late.changeId)).toMatchObject({ status: 409, body: { reason: 'change.too_late' } });
});

it('what moved on meanwhile is shown, and nothing is changed', async () => {
  const operator = await server.staff('operator');
  const { version, position } = await product(operator, 'normal-100');
  const first = await send(operator, 'PATCH', 'products/normal-100', { position: 3800, version });
  const second = await send(operator, 'PATCH', 'products/normal-100', { position: 3700, version: version + 1 });
  const refused = await undo(operator, first.changeId);
  expect(refused).toMatchObject({ status: 409, body: { reason: 'change.drifted' } });
  const moved = { resource: 'product', id: 'normal-100', field: 'position', before: position, after: 3800, now: 3700 };
  expect(refused.body.drift).toEqual([moved]);
  expect((await product(operator, 'normal-100')).position).toBe(3700);
  // The newer one first, then the older one.
  expect((await undo(operator, second.changeId)).status).toBe(200);
  expect((await undo(operator, first.changeId)).status).toBe(200);
  expect((await product(operator, 'normal-100')).position).toBe(position);
});

const account = (staff: Visitor, accountId: string) => staff.api.accountDetail({ accountId });
const still = ({ version: _version, ...rest }: Awaited<ReturnType<typeof account>>) => rest;

it('accounts come back as they were: banned, deleted, given a plan, another name', async () => {
  const [admin, operator] = [await server.staff('admin'), await server.staff('operator')];
  const { accountId: id } = await server.member();
  const before = await account(operator, id);
  const path = `/api/user/manage/account/${id}`;
  const json = { 'content-type': 'application/json' };
  const write = (method: string, body: object) =>
    operator.fetch(path, { method, headers: json, body: JSON.stringify(body) });
  for (const [method, body] of [
    ['POST', { status: 'banned', statusReason: '滥用', reason: '核对后处理' }],
    ['POST', { nickName: '新名字', reason: '核对后处理' }],
    ['DELETE', {}],
  ] as const) {
    const answer = await write(method, body);
    expect(answer.status).toBe(200);
    const changeId = answer.headers.get('x-change-id') ?? '';
    // Another tab, another session.
    expect(await undo(admin, changeId)).toMatchObject({ status: 200 });
    expect(still(await account(operator, id))).toEqual(still(before));
  }
});

it('a hundred at once with three that are refused: ninety-seven done, three by id, one change', async () => {
  const operator = await server.staff('operator');
  const ids: string[] = [];
  for (let i = 0; i < 97; i++) {
    const made = await operator.api.createAccount({ phoneNo: `1370000${String(1000 + i)}`, nickName: `用户${i}` });
    ids.push(made.accountId);
  }
  await server.pass(1000);
  const asked = [...ids, 'gone-1', 'gone-2', (await server.staff('admin')).accountId];
  const body = { verb: 'ban', ids: asked, reason: '批量注册', clientKey: 'ban-100' };
  const banned = await send<{ done: string[]; failed: Array<{ id: string; reason: string }>; changeId: string }>(
    ...([operator, 'POST', 'accounts/bulk', body] as const),
  );
  expect(banned.body.done).toEqual(ids);
  expect(banned.body.failed).toMatchObject([
    { id: 'gone-1', reason: 'account.not_found' },
    { id: 'gone-2', reason: 'account.not_found' },
    { id: asked.at(-1), reason: 'auth.forbidden' },
  ]);
  expect(banned.changeId).toBe(banned.body.changeId);
  const [latest] = await operator.api.changes({});
  expect(latest).toMatchObject({ id: banned.changeId, count: 97, title: '批量停用账号：97 条' });
  // Sent again, it is done once.
  expect((await send(operator, 'POST', 'accounts/bulk', body)).body).toEqual(banned.body);
  expect((await operator.api.changes({}))[0]?.id).toBe(banned.changeId);

  const [first = ''] = ids;
  expect((await account(operator, first)).status).toBe('banned');
  const support = await server.staff('support');
  await send(support, 'POST', 'accounts/bulk', { verb: 'unban', ids: [first], clientKey: 'unban-1' });
  const refused = await undo(operator, banned.changeId);
  expect(refused.body.drift).toMatchObject([
    { id: first, field: 'status', before: 'active', after: 'banned', now: 'active' },
    { id: first, field: 'statusReason' },
  ]);
  expect((await account(operator, ids[1] ?? '')).status).toBe('banned');
  const own = (await support.api.changes({}))[0]?.id ?? '';
  expect((await undo(support, own)).status).toBe(200);
  expect((await undo(operator, banned.changeId)).status).toBe(200);
  expect((await account(operator, ids[96] ?? '')).status).toBe('active');
  expect((await send(support, 'POST', 'accounts/bulk', { ...body, verb: 'delete' })).status).toBe(403);
  expect((await send(operator, 'POST', 'accounts/bulk', { ...body, reason: '' })).status).toBe(422);
});

it('gifts are taken back while nothing of them is spent, and what was taken back returns to its lots', async () => {
  const operator = await server.staff('operator');
  const { accountId } = await server.member();
  const left = async () => (await account(operator, accountId)).tickets.normal;
  const before = await left();
  const gift = { kind: 'normal', amount: 20, reason: '补偿' };
  const given = await send(operator, 'POST', 'tickets/give', { ...gift, accountIds: [accountId], clientKey: 'g1' });
  expect(await left()).toBe(before + 20);
  expect((await undo(operator, given.changeId)).status).toBe(200);
  expect(await left()).toBe(before);
  const again = await send(operator, 'POST', 'tickets/give', { ...gift, accountIds: [accountId], clientKey: 'g2' });
  const taken = await send(operator, 'POST', 'tickets/takeBack', { ...gift, accountId, clientKey: 't1' });
  expect(taken.status).toBe(200);
  expect((await undo(operator, again.changeId)).body.reason).toBe('change.drifted');
  expect((await undo(operator, taken.changeId)).status).toBe(200);
  expect(await left()).toBe(before + 20);
});

it('who undoes a gift or a plan may give the same again on that day', async () => {
  const [admin, operator] = [await server.staff('admin'), await server.staff('operator')];
  const [one, two] = [await server.member(), await server.member()];
  const give = (accountIds: string[], amount: number, clientKey: string) =>
    send(operator, 'POST', 'tickets/give', { kind: 'gpt', amount, accountIds, clientKey, reason: '活动' });
  const room = async () => {
    const asked = { kind: 'gpt', amount: 1, phones: [], ids: [one.accountId], dryRun: true };
    const body = { ...asked, reason: '试算', clientKey: `room-${Math.random()}` };
    return (await send<{ left: number }>(operator, 'POST', 'tickets/giveMany', body)).body.left;
  };
  const before = await room();
  const given = await give([one.accountId, two.accountId], Math.floor(before / 2), 'all-of-the-day');
  expect((await give([one.accountId], 2, 'too-much')).status).toBe(409);
  // Whoever undoes it, it comes back to who gave it.
  expect((await undo(admin, given.changeId)).status).toBe(200);
  expect(await room()).toBe(before);

  const json = { 'content-type': 'application/json' };
  const planned = await operator.fetch(`/api/user/manage/account/${one.accountId}`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ plan: 'pro', planExpiresAt: server.clock.now() + 30 * day, reason: '补偿' }),
  });
  expect(planned.status).toBe(200);
  expect(await room()).toBeLessThan(before);
  expect((await undo(operator, planned.headers.get('x-change-id') ?? '')).status).toBe(200);
  expect(await room()).toBe(before);
});

it('random changes and undoings leave what a model says, and the audit holds together', async () => {
  const operator = await server.staff('operator');
  const ids = ['normal-20', 'normal-100', 'live-30'];
  const model = new Map<string, { position: number; isOnShelf: boolean }>();
  for (const id of ids) {
    const { position, isOnShelf } = await product(operator, id);
    model.set(id, { position, isOnShelf });
  }
  const open: Array<{ changeId: string; id: string; before: { position: number; isOnShelf: boolean } }> = [];
  let seed = 20_261_123;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  for (let step = 0; step < 60; step++) {
    const id = ids[random(ids.length)] ?? '';
    const known = model.get(id) ?? { position: 0, isOnShelf: true };
    if (random(3) > 0) {
      const { version } = await product(operator, id);
      const next =
        random(2) === 0 ? { ...known, position: 100 + random(50) } : { ...known, isOnShelf: !known.isOnShelf };
      const { changeId } = await send(operator, 'PATCH', `products/${id}`, { ...next, version });
      if (changeId) open.push({ changeId, id, before: known });
      model.set(id, next);
    } else if (open.length > 0) {
      const at = random(open.length);
      const [chosen] = open.splice(at, 1);
      if (!chosen) continue;
      const isLast = !open.slice(at).some((later) => later.id === chosen.id);
      const answer = await undo(operator, chosen.changeId);
      expect([answer.status, step]).toEqual([isLast ? 200 : expect.any(Number), step]);
      if (answer.status === 200) model.set(chosen.id, chosen.before);
    }
    const { position, isOnShelf } = await product(operator, id);
    expect({ position, isOnShelf }).toEqual(model.get(id));
  }
  expect((await server.deps.audit.verify()).fault).toBeUndefined();
});

/** Kinds of changes whose state is no record that can be missing. */
const withoutRecord = new Set(['setting', 'queue', 'gift', 'taking', 'author_reports']);

/** Kinds of records whose changes can be undone, as the modules declare them. */
async function undoableKinds(): Promise<string[]> {
  const kinds = new Set<string>();
  for await (const file of glob('mock-server/modules/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })) {
    const text = readFileSync(file, 'utf8');
    for (const [, kind = ''] of text.matchAll(/changeSets\.register\(\s*'(\w+)'/g)) kinds.add(kind);
    // A declaration ends before the next one.
    for (const declared of text.split(': RecordKind<').slice(1)) {
      const [, kind = ''] = /^[^{]*\{\s*resource: '(\w+)'/.exec(declared) ?? [];
      if (kind !== '' && !declared.includes("undo: 'none'")) kinds.add(kind);
    }
  }
  return [...kinds].filter((kind) => !withoutRecord.has(kind)).sort();
}

it('a record that is gone meanwhile is drift, whatever its kind: 409 with what is missing', async () => {
  const { store, changeSets, clock } = server.deps;
  const admin = await server.staff('admin');
  const caller = { kind: 'staff', accountId: admin.accountId, role: 'admin' } as never;
  const facts = { requestId: 'test', address: '127.0.0.1', userAgent: 'test', isSecure: false };
  const kinds = await undoableKinds();
  expect(kinds).toEqual(expect.arrayContaining(['account', 'order', 'product', 'gallery', 'notice']));
  const told: Record<string, unknown> = {};
  for (const kind of kinds) {
    const id = `change_${kind}`;
    const set = { id, account_id: admin.accountId, permission: null, title: kind, request_id: 'test' };
    const item = { change_set_id: id, place: 0, resource: kind, subject: '987654321' };
    await store.transact(async (tx) => {
      await tx
        .insertInto('change_set')
        .values({ ...set, created_at: clock.now(), reverted_at: null, reverted_by: null })
        .execute();
      await tx
        .insertInto('change_item')
        .values({ ...item, before: '{"note":"a"}', after: '{"note":"b"}' })
        .execute();
    });
    told[kind] = await changeSets.revert(id, caller, facts).then(
      () => 'undone',
      (error: { reason?: string }) => error.reason ?? error,
    );
  }
  expect(told).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 'change.drifted'])));
});
