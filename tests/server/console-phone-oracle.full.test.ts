import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#shared/contract/index';
import { mayStaff } from '#shared/domain/staff-permissions';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

const phoneNo = '19948257066';
const email = 'lin.zhuren@example.com';
let server: TestServer;
let member: Member;
let viewer: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 400 } });
  member = await server.member({ phoneNo });
  viewer = await server.staff('viewer');
  const { db } = server.deps.store;
  await db.updateTable('account').set({ email }).where('id', '=', member.accountId).execute();
  const { buy } = ordersOf(() => server);
  const { orderId } = await buy(member, 'normal-20');
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const invoiced = await buy(member, 'normal-100');
  const title = { titleKind: 'personal' as const, title: '林先生', taxNo: '', email };
  await member.api.requestInvoice({ orderId: invoiced.orderId, ...title });
  await member.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  await member.api.submitCustomRequest({ company: '某某院', contact: '李四', phoneNo, need: 'api', verifyCode });
});
afterAll(() => server.close());

/** Every list that a viewer may read. */
const lists = Object.values(contract).filter(
  ({ method, access, path, permission, answers }) =>
    method === 'GET' &&
    access === 'staff' &&
    answers !== 'bytes' &&
    !path.includes(':') &&
    (permission === null || mayStaff('viewer', permission)),
);

/** All that a list says to a query. */
async function saidTo(visitor: Visitor, path: string, query: string): Promise<string> {
  const { status, headers, text } = await visitor.raw('GET', `${path}?${query}`);
  return JSON.stringify([status, headers['x-total-count'], text]);
}

it('no list, filter or order tells a viewer one digit more than the mask', async () => {
  expect(lists.length).toBeGreaterThan(8);
  const names = ['phoneNo', 'account.phone_no', 'email'];
  const operators = ['', '_like', '_startswith', '_gte'];
  const right = '1994';
  const wrong = '1995';
  for (const { path } of lists) {
    // What a list does not declare is refused by its name, whatever the operator; lists of people are asked everything.
    const tried = /account/.test(path) ? operators : ['', '_like'];
    const queries = ['q', 'keyword', ...names.flatMap((name) => tried.map((operator) => name + operator))];
    const tellsApart = async (name: string) => {
      const value = (part: string) => `${part}8`;
      const [one, other] = await Promise.all(
        [right, wrong].map((part) => saidTo(viewer, path, `${name}=${value(part)}`)),
      );
      expect([path, name, one?.replaceAll(right, wrong)]).toEqual([path, name, other]);
    };
    await Promise.all(queries.map(tellsApart));
    for (const name of names) {
      const [up, down] = await Promise.all(
        ['asc', 'desc'].map((order) =>
          viewer.raw('GET', `${path}?_sort=${name}&_order=${order}&sort=${name}&order=${order}`),
        ),
      );
      const isRefused = [400, 422].includes(up?.status ?? 0) && up?.status === down?.status;
      const isUnmoved = up?.status === 200 && up.text === down?.text;
      expect([path, name, isRefused || isUnmoved]).toEqual([path, name, true]);
    }
  }
});
