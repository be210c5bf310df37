import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PendingChange } from '#shared/contract/pending-change';
import { day, dayKey, minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let operator: Visitor & { accountId: string };
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 60, sessionDays: 365 } });
  operator = await server.staff('operator');
  admin = await server.staff('admin');
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

/** A change as the console sends it, and the id it can be undone by. */
async function send(method: string, path: string, body: object, by: Visitor = operator) {
  const headers = { 'content-type': 'application/json' };
  const answer = await by.fetch(`/api/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<'id' | 'reason' | 'message', string> & {
      version: number;
      pendingChange?: PendingChange;
    },
    changeId: answer.headers.get('x-change-id') ?? '',
  };
}
const undo = (changeId: string, by?: Visitor) => send('POST', `changes/${changeId}/revert`, {}, by);

const visitor = () => server.visitor();
const shown = async (key: string) => (await visitor().api.agreements({})).find((agreement) => agreement.key === key)!;
const text = (word: string) => `开头写${word}。\n\n## 第一节\n- 条目一${word}\n- 条目二\n\n## 第二节\n条目三`;
const version = async (id: string) => (await operator.api.staffAgreement({ id })).version;

async function publish(id: string, word: string, needsConsent: boolean) {
  await operator.api.updateAgreement({ id, draft: text(word), version: await version(id) });
  const asked = { effectiveOn: '2026-12-01', needsConsent, reason: '服务变了' };
  return send('POST', `agreements/${id}/publish`, { ...asked, version: await version(id) });
}

async function logIn(phoneNo: string, agreementVersion: string) {
  const browser = visitor();
  await browser.api.sendSmsCode({ phoneNo });
  const code = server.sms.sent(phoneNo)[0]?.code ?? '';
  const { userInfo } = await browser.api.login({ phoneNo, verifyCode: code, agreementVersion });
  return { browser, accountId: userInfo.userId };
}

const consents = async (accountId: string) =>
  server.deps.store.db
    .selectFrom('consent')
    .select(['agreement_version', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

describe('agreements', () => {
  it('come with the product as their first version, and are read with headers for caches', async () => {
    const answer = await visitor().fetch('/api/agreements');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate');
    const etag = answer.headers.get('etag') ?? '';
    expect((await visitor().raw('GET', '/api/agreements', { 'if-none-match': etag })).status).toBe(304);
    const all = await visitor().api.agreements({});
    expect(all.map(({ key, title, edition }) => [key, title, edition])).toEqual([
      ['user', '用户协议', 1],
      ['privacy', '隐私政策', 1],
      ['member', '会员协议', 1],
      ['mark', 'AI 生成内容标识说明', 1],
    ]);
    expect(all[0]).toMatchObject({ effectiveOn: '2026-11-22', versions: [{ edition: 1 }] });
    expect((await visitor().api.siteSettings({})).agreementVersion).toBe('user-1,privacy-1');
  });

  it('are drafted, published and undone while nobody has agreed, with the older versions still there', async () => {
    const [before] = await operator.api.staffAgreements({});
    expect(before).toMatchObject({ id: 'user', edition: 1, hasDraft: false });
    const bare = { effectiveOn: '2026-12-01', needsConsent: false, reason: '没有草稿', version: before!.version };
    expect((await send('POST', 'agreements/mark/publish', bare)).body.reason).toBe('agreement.no_draft');
    expect(
      await refusal(operator.api.updateAgreement({ id: 'mark', draft: '没有小节', version: await version('mark') })),
    ).toMatchObject({ status: 422, fields: { draft: [expect.stringContaining('至少要有一节')] } });

    const published = await publish('mark', '甲', false);
    expect(await shown('mark')).toMatchObject({ edition: 2, effectiveOn: '2026-12-01', text: text('甲') });
    expect(await visitor().api.agreementVersion({ key: 'mark', edition: 1 })).toMatchObject({
      text: expect.stringContaining('人工智能生成合成内容标识办法'),
    });
    expect((await undo(published.changeId)).status).toBe(200);
    expect((await shown('mark')).edition).toBe(1);
    expect((await operator.api.staffAgreement({ id: 'mark' })).draft).toBe(text('甲'));

    const stale = await send('PATCH', 'agreements/mark', { draft: text('乙'), version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { reason: 'content.changed_meanwhile' } });
    const past = { effectiveOn: '2026-11-19', needsConsent: false, reason: '太早了', version: await version('mark') };
    expect((await send('POST', 'agreements/mark/publish', past)).body.reason).toBe('agreement.past_date');
    expect((await visitor().fetch('/api/agreements/mark/2')).status).toBe(404);
    const viewer = await server.staff('viewer');
    expect(await refusal(viewer.api.updateAgreement({ id: 'mark', draft: null, version: 9 }))).toMatchObject({
      status: 403,
    });
  });

  it('are agreed to by version at a login, and once more when a version asks for it', async () => {
    const { browser, accountId } = await logIn('13912340001', 'user-1,privacy-1');
    expect((await consents(accountId)).map((row) => row.agreement_version)).toEqual(['user-1', 'privacy-1']);
    expect((await browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
    await publish('privacy', '不问', false);
    expect((await browser.api.userInfo({})).agreementsToAccept).toBeUndefined();

    const asked = await publish('user', '要问', true);
    expect((await operator.api.staffAgreement({ id: 'user' })).edition).toBe(1);
    const asking = await send('POST', `pendingChanges/${asked.body.pendingChange?.id}/approve`, {}, admin);
    expect((await operator.api.staffAgreement({ id: 'user' })).edition).toBe(2);
    // The edition is public at once, but requires consent only from the day on which it takes effect.
    expect(await shown('user')).toMatchObject({ edition: 2, effectiveOn: '2026-12-01' });
    const slow = await logIn('13912340004', 'user-1,privacy-1');
    expect((await slow.browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
    expect((await visitor().api.siteSettings({})).agreementVersion).toBe('user-1,privacy-1');
    await server.pass(minute);
    await browser.api.acceptAgreements({ versions: [{ key: 'user', edition: 2 }] });
    await browser.api.acceptAgreements({ versions: [{ key: 'user', edition: 2 }] });
    expect((await browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
    expect((await consents(accountId)).at(-1)).toEqual({ agreement_version: 'user-2', created_at: server.clock.now() });
    expect(await consents(accountId)).toHaveLength(3);
    expect(await refusal(browser.api.acceptAgreements({ versions: [{ key: 'user', edition: 7 }] }))).toMatchObject({
      status: 404,
    });

    expect((await undo(asking.changeId, admin)).body).toMatchObject({
      reason: 'agreement.consented',
      message: '已有 1 人同意这一版，不能撤销，请发布新的一版',
    });
    expect((await operator.api.staffAgreement({ id: 'user' })).versions[0]).toMatchObject({
      ...{ edition: 2, needsConsent: true, reason: '服务变了', publishedBy: 'operator', consents: 1 },
    });
    server.clock.set({ now: Date.parse('2026-12-01T00:00:00+08:00'), isFrozen: true });
    expect((await slow.browser.api.userInfo({})).agreementsToAccept).toEqual([
      { key: 'user', edition: 2, title: '用户协议' },
    ]);
    expect((await browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
    expect((await visitor().api.siteSettings({})).agreementVersion).toBe('user-2,privacy-2');
    // Who comes in with the version that is shown now is not asked again.
    const late = await logIn('13912340002', 'user-2,privacy-2');
    expect((await late.browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
    // A newer one that does not ask serves as well as the one that does.
    await publish('user', '后来', false);
    const latest = await logIn('13912340003', 'user-3,privacy-2');
    expect((await latest.browser.api.userInfo({})).agreementsToAccept).toBeUndefined();
  });
});

it('a version that asks for consent takes effect after the days of notice, and waits for a second person', async () => {
  const ask = async (effectiveOn: string, id = 'member') =>
    send('POST', `agreements/${id}/publish`, {
      ...{ effectiveOn, needsConsent: true, reason: '服务变了', version: await version(id) },
    });
  const today = server.clock.now();
  await operator.api.updateAgreement({ id: 'member', draft: text('新'), version: await version('member') });
  const early = await ask(dayKey(today + 6 * day));
  expect(early).toMatchObject({ status: 422, body: { reason: 'agreement.too_early' } });
  const asked = await ask(dayKey(today + 7 * day));
  expect(asked.body.pendingChange).toMatchObject({ kind: 'agreement', subject: 'member', status: 'waiting' });
  const path = `pendingChanges/${asked.body.pendingChange?.id}/approve`;
  expect((await send('POST', path, {})).body.reason).toBe('pending.same_person');
  // The notice period begins with the publication, so a later approval postpones the effective day.
  server.clock.set({ advanceMs: 2 * day });
  expect((await send('POST', path, {}, admin)).status).toBe(200);
  expect(await shown('member')).toMatchObject({ edition: 2, effectiveOn: dayKey(today + 9 * day) });

  // An approval fails when the draft was changed after the request.
  await operator.api.updateAgreement({ id: 'member', draft: text('再'), version: await version('member') });
  const second = await ask(dayKey(server.clock.now() + 7 * day));
  await operator.api.updateAgreement({ id: 'member', draft: text('换'), version: await version('member') });
  const stale = await send('POST', `pendingChanges/${second.body.pendingChange?.id}/approve`, {}, admin);
  expect(stale).toMatchObject({ status: 409, body: { reason: 'pending.stale' } });
});

describe('notices', () => {
  const fields = {
    title: '今晚维护',
    text: '22 点到 23 点不能出图',
    audience: 'all',
    endsAt: null,
    isDismissible: true,
  };
  const now = () => server.clock.now();
  const titles = async (browser: Visitor) => (await browser.api.notices({})).map(({ title }) => title);

  it('show from their time on to whom they are meant for, until they end or are withdrawn', async () => {
    expect(await (await visitor().fetch('/api/notices')).text()).toHaveLength(83);
    const made = await send('POST', 'notices', { ...fields, startsAt: now() + minute, endsAt: now() + day });
    expect(await titles(visitor())).toEqual([]);
    const published = await send('POST', `notices/${made.body.id}/publish`, { version: 1 });
    expect(published.status).toBe(200);
    expect(await titles(visitor())).toEqual([]);
    await server.pass(minute);
    expect(await titles(visitor())).toEqual(['今晚维护']);

    const [free, pro] = [await server.member(), await server.member({ plan: 'pro' })];
    const forPro = await send('POST', 'notices', { ...fields, title: '专业会员', audience: 'pro', startsAt: now() });
    await send('POST', `notices/${forPro.body.id}/publish`, { version: 1 });
    expect(await titles(free)).toEqual(['今晚维护']);
    expect(await titles(pro)).toEqual(['专业会员', '今晚维护']);
    expect(await titles(visitor())).toEqual(['今晚维护']);

    const withdrawn = await send('POST', `notices/${forPro.body.id}/withdraw`, { version: 2 });
    expect(await titles(pro)).toEqual(['今晚维护']);
    expect((await undo(withdrawn.changeId)).status).toBe(200);
    expect(await titles(pro)).toEqual(['专业会员', '今晚维护']);
    await server.pass(day);
    expect(await titles(free)).toEqual([]);
    expect(await titles(pro)).toEqual(['专业会员']);
  });

  it('are put away by each person, until they are published anew', async () => {
    // A session of staff ends after a day.
    operator = await server.staff('operator');
    const [first, second] = [await server.member(), await server.member()];
    const made = await send('POST', 'notices', { ...fields, startsAt: now() });
    const { id } = made.body;
    expect((await send('POST', `notices/${id}/withdraw`, { version: 1 })).body.reason).toBe('notice.not_published');
    const ends = await send('PATCH', `notices/${id}`, { endsAt: now() - 1, version: 1 });
    expect(ends).toMatchObject({ status: 422, body: { reason: 'notice.ends_first' } });
    const published = await send('POST', `notices/${id}/publish`, { version: 1 });
    await first.api.dismissNotice({ id, edition: 1 });
    await first.api.dismissNotice({ id, edition: 1 });
    expect([await titles(first), await titles(second)]).toEqual([[], ['今晚维护']]);

    const changed = await send('PATCH', `notices/${id}`, { title: '明晚维护', version: published.body.version });
    expect(await titles(second)).toEqual(['今晚维护']);
    const again = await send('POST', `notices/${id}/publish`, { version: changed.body.version });
    expect([await titles(first), await titles(second)]).toEqual([['明晚维护'], ['明晚维护']]);
    expect(await operator.api.staffNotice({ id })).toMatchObject({
      ...{ standing: 'published', edition: 2, hasDraft: false },
      editions: [
        { edition: 2, title: '明晚维护', dismissals: 0, publishedBy: 'operator' },
        { edition: 1, title: '今晚维护', dismissals: 1 },
      ],
    });
    expect((await undo(again.changeId)).status).toBe(200);
    expect([await titles(first), await titles(second)]).toEqual([[], ['今晚维护']]);
    expect(await refusal(first.api.dismissNotice({ id, edition: 2 }))).toMatchObject({ status: 404 });
    const listed = await operator.api.staffNotices({ standing: 'published', q: '维护' });
    expect(listed.find((row) => row.id === id)).toMatchObject({ title: '明晚维护', hasDraft: true, edition: 1 });
  });
});
