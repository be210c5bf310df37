import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import { Instant, PhoneNo } from '#shared/contract/fields';
import { secret } from '#shared/contract/secret';
import { payTypes } from '#shared/domain/order-status';
import { plans } from '#shared/domain/plan';
import { ticketKinds } from '#shared/domain/ticket-kind';
import { playActions as payActions } from '../adapters/payment/simulated/index.ts';
import { playActions as scanActions } from '../adapters/qr-login/simulated/index.ts';
import { PersonId } from '../adapters/qr-login/simulated/phone.ts';
import { common, Done, Moment } from './contract-parts.ts';
import { faultContract } from './fault-contract.ts';
import { journalContract } from './journal-contract.ts';
import { scenarioNames, scenarios } from './scenarios.ts';
import { snapshotContract } from './snapshot-contract.ts';
import { spaceContract } from './space-contract.ts';
import { stateContract } from './state-contract.ts';

/*
 * The calls of the control plane. They stand here and not in shared/contract, because that is shipped to browsers and
 * neither app makes these calls: the page of the control plane, tests and people do.
 */

const sent = { code: z.string(), at: Instant };

/** Tickets of a kind that an account can be made with. */
const TicketCount = z.int().min(0).max(1_000_000);

const ClockState = z.object({
  now: Instant,
  iso: z.string(),
  frozen: z.boolean(),
  /** Milliseconds that the product's clock is ahead of the machine's. */
  offsetMs: z.number(),
});

const Trade = z.object({
  orderNo: z.string(),
  payType: z.enum(payTypes),
  /** Fen. */
  amount: z.int(),
  subject: z.string(),
  state: z.enum(['open', 'closed', 'paid']),
  isRefused: z.boolean(),
  tradeNo: z.string().nullable(),
  createdAt: Instant,
  expireAt: Instant,
  paidAt: Instant.nullable(),
  /** Fen, given back so far. */
  refunded: z.int(),
});

/** Trade in the provider's view; it has no number while nothing is paid. */
const PlayedTrade = z.object({
  state: z.enum(['none', 'open', 'closed', 'paid', 'refunded']),
  tradeNo: z.string().optional(),
  amount: z.int().optional(),
  paidAt: Instant.optional(),
});

const scanStatuses = ['waiting', 'scanned', 'confirmed', 'canceled', 'expired'] as const;

const Preparing = z.object({
  /** 0–1. */
  progress: z.number(),
  /** Chinese words. */
  step: z.string(),
});

const scenarioList = scenarioNames.map((name) => `${name}（${scenarios[name].title}）`).join('、');

export const controlContract = {
  sentSms: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/sms',
    summary: '发出的短信验证码和通知（text），新的在前',
    tag: '发件箱',
    input: z.object({ phoneNo: PhoneNo.optional() }),
    output: z.array(z.object({ phoneNo: z.string(), ...sent, text: z.string().optional() })),
    errors: ['phone.invalid'],
  }),
  sentEmails: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/email',
    summary: '发出的邮件验证码，新的在前',
    tag: '发件箱',
    input: z.object({ email: z.string().max(320).trim().toLowerCase().optional() }),
    output: z.array(z.object({ email: z.string(), ...sent })),
  }),

  clock: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/clock',
    summary: '产品的时钟',
    tag: '时钟',
    output: ClockState,
  }),
  setClock: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/clock',
    summary: '拨动、冻结或放开时钟；到期的事随即处理',
    tag: '时钟',
    input: z.object({
      now: Moment.optional(),
      advanceMs: z.int().optional(),
      frozen: z.boolean().optional(),
    }),
    output: ClockState,
  }),

  trades: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/pay',
    summary: '模拟支付渠道最近的交易',
    tag: '支付与扫码',
    output: z.object({ isDown: z.boolean(), trades: z.array(Trade) }),
  }),
  playPayment: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/pay',
    summary: '让一笔交易发生点什么',
    tag: '支付与扫码',
    input: z.object({
      orderNo: z.string().min(1).max(64),
      action: z.enum(payActions),
      /** The notification never comes. */
      isSilent: z.boolean().optional(),
      /** `RSA` signs with SHA-1. */
      signType: z.enum(['RSA2', 'RSA']).optional(),
      appId: z.string().max(64).optional(),
      sellerId: z.string().max(64).optional(),
    }),
    output: z.object({ ...Done, orderNo: z.string(), trade: PlayedTrade }),
    errors: ['order.not_found'],
  }),
  cutPayLine: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/pay/line',
    summary: '切断或接通支付渠道',
    tag: '支付与扫码',
    input: z.object({ isDown: z.boolean() }),
    output: z.object({ ...Done, isDown: z.boolean() }),
  }),
  scans: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/wx/scans',
    summary: '最近的登录二维码',
    tag: '支付与扫码',
    output: z.array(
      z.object({
        scene: z.string(),
        status: z.enum(scanStatuses),
        openId: z.string().nullable(),
        nickName: z.string(),
        createdAt: Instant,
      }),
    ),
  }),
  playScan: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/wx/scan',
    summary: '扮演扫码的手机',
    tag: '支付与扫码',
    input: z.object({
      ticket: secret(z.string().min(1).max(200)),
      action: z.enum(scanActions),
      person: PersonId.optional(),
    }),
    output: z.object({ ...Done, status: z.enum(scanStatuses).optional() }),
    errors: ['scan.not_found'],
  }),

  makeAccount: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/accounts',
    status: 201,
    summary: '为测试建立账号和会话，答复 201；cookie 可整个放进 Cookie 头，名字随空间（sid 或 名字~sid）',
    tag: '数据',
    input: z.object({
      /** A random one where it is left out. */
      phoneNo: PhoneNo.optional(),
      nickName: z.string().max(40).optional(),
      /** Left out, a new account has the free plan and a known one keeps its own. */
      plan: z.enum(plans).optional(),
      /** Extra tickets: a number of normal ones, or by kind. */
      tickets: z.union([TicketCount, z.partialRecord(z.enum(ticketKinds), TicketCount)]).default({}),
    }),
    output: z.object({
      accountId: z.string(),
      phoneNo: z.string(),
      plan: z.enum(plans),
      tickets: z.record(z.enum(ticketKinds), z.int()),
      sid: z.string(),
      cookie: z.string(),
      redirectUrl: z.string(),
    }),
  }),
  reset: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/reset',
    pendingStatus: 202,
    summary: `清空全部数据，再放入一种情景的数据：${scenarioList}；答复情景里的账号。给出 seed，则此后的编号、验证码与随机种子都由它而来。大的情景第一次要先准备：答复 202 和进度，数据不变，再发同一请求，直到 200`,
    tag: '数据',
    input: z.object({ scenario: z.enum(scenarioNames).default('seed'), seed: z.string().min(1).max(100).optional() }),
    output: z.object({
      ...Done,
      scenario: z.enum(scenarioNames),
      /** Accounts to log in with; `POST /__mock/accounts` with the number opens a session. */
      accounts: z.array(z.object({ phoneNo: z.string(), about: z.string() })),
      /** Progress of the preparation, beside status 202: nothing has been reset. */
      preparing: Preparing.optional(),
    }),
    errors: ['scenario.no_room'],
  }),
  scenarios: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/scenarios',
    summary: '全部情景；大的情景准备到哪一步（template，其他的为 null）',
    tag: '数据',
    output: z.array(
      z.object({
        name: z.enum(scenarioNames),
        title: z.string(),
        description: z.string(),
        template: z.object({ state: z.enum(['none', 'making', 'ready']), ...Preparing.shape }).nullable(),
      }),
    ),
  }),
  removeTemplate: endpoint({
    ...common,
    method: 'DELETE',
    path: '/__mock/scenarios/:name/template',
    summary: '停止准备一个大的情景，或删掉准备好的；已经换入的空间不受影响',
    tag: '数据',
    params: z.object({ name: z.string().max(40) }),
    output: z.object(Done),
    errors: ['scenario.not_found', 'scenario.no_template'],
  }),
  ...stateContract,
  ...spaceContract,
  ...snapshotContract,
  invariants: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/invariants',
    summary: '检查账目、任务、订单与文件是否自洽',
    tag: '数据',
    output: z.object({
      ok: z.boolean(),
      checks: z.array(z.object({ name: z.string(), ok: z.boolean(), faults: z.array(z.string()) })),
    }),
  }),

  ...journalContract,
  ...faultContract,
  planeOpenApi: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/openapi.json',
    answers: 'bare',
    summary: '控制面的 OpenAPI 3.1 描述，由契约生成',
    tag: '说明',
    output: z.unknown(),
  }),
};
