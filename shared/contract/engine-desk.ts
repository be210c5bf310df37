import { z } from 'zod';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
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

export const EngineTest = z.object({ isOk: z.boolean(), ms: z.int(), sentence: z.string() });
export type EngineTest = z.infer<typeof EngineTest>;

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
