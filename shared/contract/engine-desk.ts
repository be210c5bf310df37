import { z } from 'zod';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, TicketKindName } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { Fen } from './order.ts';
import { settingSources } from './setting-desk.ts';

const engineKinds = ['render', 'chat', 'sms', 'email', 'payment', 'qrLogin'] as const;

/**
 * `ok`: can be used, and its last call went well or none was made. `failing`: can be used, and its last call failed.
 * `unavailable`: cannot be used now. `off`: not set up.
 */
const engineStates = ['ok', 'failing', 'unavailable', 'off'] as const;

/** Something that works for the product: an engine, a model's service, a provider outside. */
export const EngineHealth = z.object({
  /** `render-embedded`, `chat-offline`, `sms`, `payment-alipay` … */
  id: z.string(),
  kind: z.enum(engineKinds),
  title: z.string(),
  /** Name of what serves it, e.g. `aliyun`; empty where it is off. */
  provider: z.string(),
  /** True when it only pretends: no message is sent, no money moves. */
  isSimulated: z.boolean(),
  state: z.enum(engineStates),
  /** Reason why it cannot be used, or the error of its last call. */
  detail: z.string(),
  /** Abilities: tools of an engine, models of a chat service. */
  abilities: z.array(z.object({ id: z.string(), title: z.string(), note: z.string() })),
  /** Calls that ended in the last hour, and the share of them that failed, 0–1; null without calls. */
  calls: z.int(),
  errorRate: z.number().nullable(),
  /** Of the calls of the last hour that went well, milliseconds. */
  p50: z.int().nullable(),
  p90: z.int().nullable(),
  lastSuccessAt: Instant.nullable(),
  lastFailureAt: Instant.nullable(),
  /** From when on this is known: engines from the records, all else from this start of the server. */
  since: Instant.nullable(),
  canTest: z.boolean(),
  /** Effects of a test, as a Chinese sentence. */
  testWords: z.string(),
  /** The settings behind it; secrets are masked. */
  settings: z.array(z.object({ variable: z.string(), shown: z.string(), source: z.enum(settingSources) })),
});
export type EngineHealth = z.infer<typeof EngineHealth>;

/** A part of an engine that a test looks at by itself, such as a graph. */
export const EngineTestPart = z.object({
  title: z.string(),
  /** True when it has all it needs. */
  isReady: z.boolean(),
  /** Its tools, or the things it lacks, as Chinese sentences. */
  words: z.array(z.string()),
});
export type EngineTestPart = z.infer<typeof EngineTestPart>;

export const EngineTest = z.object({
  isOk: z.boolean(),
  ms: z.int(),
  sentence: z.string(),
  parts: z.array(EngineTestPart),
});
export type EngineTest = z.infer<typeof EngineTest>;

/** Days that the figures of an engine cover, today included. */
export const engineFigureDays = 30;

/** Budget of an engine in a day or a month; the limit is null where there is none. */
const BudgetUse = z.object({ usedFen: Fen, limitFen: Fen.nullable() });

/** Figures of a render engine over the last {@link engineFigureDays} days. */
export const EngineFigures = z.object({
  succeeded: z.int(),
  /** Amount that its service charged, reserved ones included. */
  costFen: Fen,
  /** Tickets that were spent on its results, and their estimated value. */
  tickets: z.array(z.object({ kind: TicketKindName, amount: z.int() })),
  incomeFen: Fen,
  /** Failed attempts by reason of the error catalogue, the most frequent first. */
  failures: z.array(z.object({ reason: z.string(), title: z.string(), attempts: z.int() })),
  /** Medians of the runs that went well, milliseconds, by tool, the most used first. */
  tools: z.array(z.object({ tool: z.string(), title: z.string(), runs: z.int(), waitMs: z.int(), runMs: z.int() })),
  lane: z.object({ size: z.int(), waiting: z.int(), running: z.int() }),
  /** Null where the engine has no budget. */
  budget: z.object({ perRunFen: Fen, day: BudgetUse, month: BudgetUse, closedBy: z.string().nullable() }).nullable(),
  /** Runs that may have begun and cost money although their tasks have ended unpaid, the newest first. */
  uncertain: z.array(z.object({ taskId: Id, at: Instant, costFen: Fen.nullable() })),
});
export type EngineFigures = z.infer<typeof EngineFigures>;

/** A state of an engine that costs or may have cost the operator money. */
export const EngineAlarm = z.object({
  kind: z.enum(['uncertain', 'budget']),
  /** Id among the engines. */
  engine: z.string(),
  sentence: z.string(),
  /** Of the newest run in question; null for budgets. */
  at: Instant.nullable(),
});
export type EngineAlarm = z.infer<typeof EngineAlarm>;

export const engineDeskContract = {
  staffEngines: listEndpoint({
    path: '/api/admin/v1/engines',
    permission: 'engine.read',
    summary: '引擎、模型与外部服务：能做什么、最近一小时的成败与耗时、配置来自哪里',
    list: listOf(
      {
        kind: listField.choice(engineKinds, { isSortable: true }),
        state: listField.choice(engineStates, { isSortable: true }),
        provider: listField.id({ isSortable: true }),
        isSimulated: listField.flag(),
        calls: listField.number({ isSortable: true }),
        errorRate: listField.number({ canBeNull: true, isSortable: true }),
        p50: listField.number({ canBeNull: true, isSortable: true }),
        p90: listField.number({ canBeNull: true, isSortable: true }),
        lastSuccessAt: listField.instant({ canBeNull: true, isSortable: true }),
        lastFailureAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      { defaultSort: { field: 'id', order: 'asc' } },
    ),
    row: EngineHealth,
  }),
  staffEngine: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/engines/:id',
    permission: 'engine.read',
    summary: '一个引擎或服务',
    params: byId,
    output: EngineHealth,
    errors: ['engine.not_found'],
  }),
  staffEngineFigures: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/engines/:id/figures',
    permission: 'engine.read',
    summary: '一个引擎近 30 天的成本、折算收入、失败、各工具的等待与用时，以及预算',
    params: byId,
    output: EngineFigures,
    errors: ['engine.not_found'],
  }),
  engineAlarms: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/engineAlarms',
    permission: 'engine.read',
    summary: '要管理员留意的引擎：结果不明、可能已收费的运行（7 天内），以及已用完的预算',
    output: z.array(EngineAlarm),
  }),
  testEngine: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/engines/:id/test',
    permission: 'engine.write',
    summary: '试一次：引擎真实运行一张小图，模型答一句话，外部服务查询一次；不收券，不发短信，不动钱',
    params: byId,
    output: EngineTest,
    errors: ['engine.not_found', 'engine.no_test', 'request.too_often'],
  }),
} as const;
