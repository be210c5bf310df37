import type { z } from 'zod';
import { day } from '#shared/domain/time';
import { busiestCustomer, consolePlan } from './bulk/console-1m.ts';
import { galleryAuthor, galleryPlan } from './bulk/gallery-100k.ts';
import type { BulkPlan } from './bulk/plan.ts';
import type { Fault } from './fault-contract.ts';
import type { StateInput } from './state-contract.ts';

type State = z.input<typeof StateInput>;

/** Data and conditions that a world can begin with. */
interface Scenario {
  title: string;
  description: string;
  /** Accounts it has, by their phone numbers, and what they are. */
  accounts?: Readonly<Record<string, string>>;
  /** Records beside the administrator. @param now on the product's clock */
  state?(now: number): State;
  faults?: { seed: number; faults: ReadonlyArray<z.input<typeof Fault>> };
  /** The simulated payment company cannot be reached. */
  isPayLineDown?: boolean;
  /** Scenario that it adds to, where that is not `empty`. */
  base?: 'seed';
  /** Rows that are made once, as a template, and copied. @param share of their number, 1 but for tests */
  bulk?(share: number): BulkPlan;
}

const accountsWaiting = 50;
const tasksEach = 10;
const waitingPhone = (index: number) => `1390005${String(index).padStart(4, '0')}`;

/** Fifty accounts with ten tasks each, which the engine may take at once. */
function queueOf(): State {
  const names = Array.from({ length: accountsWaiting }, (_, index) => `a${index + 1}`);
  const each = <Part>(part: (name: string, index: number) => Part) =>
    Object.fromEntries(names.map((name, index) => [name, part(name, index)]));
  const tasks = names.flatMap((account) =>
    Array.from({ length: tasksEach }, (_, index) => [
      `${account}-${index + 1}`,
      { account, upload: account, status: 'queued', waitMs: 0 } as const,
    ]),
  );
  return {
    accounts: each((_name, index) => ({ phoneNo: waitingPhone(index + 1), plan: 'team' as const })),
    uploads: each((account) => ({ account })),
    tasks: Object.fromEntries(tasks),
  };
}

/** Scenarios by name: the enumeration of the contract, the plane's page and its description follow from this table. */
export const scenarios = {
  seed: { title: '示例数据', description: '首次启动时的数据：各角色员工、各套餐会员、灵感图库和几件作品。' },
  empty: { title: '空', description: '只有管理员 admin，别的什么也没有。' },
  'new-user': {
    title: '新用户',
    description: '一个刚注册的账号：只有注册赠券，没有作品、订单和会话。',
    accounts: { '13900010001': '刚注册的新用户' },
    state: () => ({ accounts: { lin: { phoneNo: '13900010001', nickName: '新用户' } } }),
  },
  'vip-expired': {
    title: '会员到期',
    description: '一个专业会员昨天到期的账号：有会员期间的作品和已完成的订单，现在是免费版。',
    accounts: { '13900020001': '专业会员昨天到期' },
    state(now) {
      const joined = now - 31 * day;
      return {
        accounts: { lin: { phoneNo: '13900020001', nickName: '到期会员', at: joined } },
        memberships: { month: { account: 'lin', plan: 'pro', days: 30, at: joined } },
        projects: { villa: { account: 'lin', name: '别墅' } },
        tasks: {
          first: { account: 'lin', project: 'villa', at: now - 20 * day },
          second: { account: 'lin', at: now - 10 * day },
        },
        orders: { tickets: { account: 'lin', at: now - 15 * day } },
      };
    },
  },
  'no-tickets': {
    title: '没有券',
    description: '一个三种券都用完的账号，当天的赠券也已领走。',
    accounts: { '13900030001': '没有券' },
    state: () => ({
      accounts: { lin: { phoneNo: '13900030001', nickName: '没有券', ticketsLeft: { normal: 0, live: 0, gpt: 0 } } },
      tasks: { last: { account: 'lin' } },
    }),
  },
  'queue-500': {
    title: '排队 500',
    description: `${accountsWaiting} 个团队账号各有 ${tasksEach} 个任务在等，引擎每次运行前先慢 60 秒。`,
    accounts: Object.fromEntries(
      Array.from({ length: accountsWaiting }, (_, index) => [waitingPhone(index + 1), `${tasksEach} 个任务在排队`]),
    ),
    state: queueOf,
    faults: { seed: 1, faults: [{ match: { step: 'engine.run' }, kind: 'slow', ms: 60_000 }] },
  },
  'pay-down': {
    title: '支付中断',
    description: '模拟支付渠道连不上：下单、付款和退款都要等它恢复。账号有一笔以前完成的订单。',
    accounts: { '13900060001': '有一笔完成的订单' },
    state: (now) => ({
      accounts: { lin: { phoneNo: '13900060001', nickName: '买家', at: now - 2 * day } },
      orders: { before: { account: 'lin', at: now - day } },
    }),
    isPayLineDown: true,
  },
  'engine-flaky': {
    title: '引擎不稳',
    description: '引擎的运行按种子 7 随机出事：三成出错，一成内存不足，两成慢 5 秒。',
    accounts: { '13900070001': '有 100 张普通券' },
    state: () => ({
      accounts: { lin: { phoneNo: '13900070001', nickName: '出图人', plan: 'pro', tickets: { normal: 100 } } },
    }),
    faults: {
      seed: 7,
      faults: [
        { match: { step: 'engine.run' }, kind: 'fail', prob: 0.3 },
        { match: { step: 'engine.run' }, kind: 'out_of_memory', prob: 0.1 },
        { match: { step: 'engine.run' }, kind: 'slow', ms: 5000, prob: 0.2 },
      ],
    },
  },
  'gallery-100k': {
    title: '图库十万张',
    description:
      '示例数据，加上 200 位作者公开的十万张图片；图片文件是示例图库里的那些。第一次要先准备，之后几秒即可换入。',
    accounts: { [galleryAuthor]: '有 500 张左右公开图片的作者' },
    base: 'seed',
    // The gallery of the examples may be empty.
    state: () => ({
      accounts: { author: { phoneNo: '13900080001', nickName: '示例作者' } },
      uploads: { house: { account: 'author' }, room: { account: 'author', picture: 'room' } },
      pictures: {
        house: { account: 'author', upload: 'house', state: 'public' },
        room: { account: 'author', upload: 'room', state: 'public' },
      },
    }),
    bulk: (share) => galleryPlan(100_000 * share),
  },
  'console-1m': {
    title: '控制台百万行',
    description:
      '十万个账号，任务、订单和券的流水各一百万条，账目相符；第一次要先准备几分钟，之后几秒即可换入。订单属于已停用的渠道，不能再退款。',
    accounts: { [busiestCustomer]: '任务和订单最多的账号，各一万条以上' },
    state: () => ({
      accounts: { maker: { phoneNo: '13900090001', nickName: '示例账号' } },
      tasks: { first: { account: 'maker' }, second: { account: 'maker' } },
    }),
    bulk: (share) => consolePlan(1_000_000 * share),
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const scenarioNames = Object.keys(scenarios) as [ScenarioName, ...ScenarioName[]];

/** A scenario with all its parts, whether it has them or not. */
export const scenarioOf = (name: ScenarioName): Scenario => scenarios[name];

/** Accounts of a scenario as answers list them. */
export function accountsOf(name: ScenarioName): Array<{ phoneNo: string; about: string }> {
  return Object.entries(scenarioOf(name).accounts ?? {}).map(([phoneNo, about]) => ({ phoneNo, about }));
}

/** Plans of the scenarios with very many rows. @param share of their rows */
export const bulkPlans = (share: number): Readonly<Record<string, BulkPlan>> =>
  Object.fromEntries(
    scenarioNames.flatMap((name) => {
      const plan = scenarioOf(name).bulk?.(share);
      return plan ? [[name, plan]] : [];
    }),
  );
