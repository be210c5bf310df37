import { z } from 'zod';
import { engineAdapterNames } from '../domain/engine-adapters.ts';
import { plans } from '../domain/plan.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { EngineHealth, EngineTest } from './engine-desk.ts';
import {
  EngineName,
  EngineOptions,
  EngineOptionValue,
  engineFields,
  HeaderName,
  HeaderValue,
} from './engine-fields.ts';
import { Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { WithPending } from './pending-change.ts';
import { secret } from './secret.ts';

/** Places at which an engine is set up. Those of the file are shown and changed there. */
const engineSources = ['file', 'console'] as const;

/** An engine that the operator has connected. Its key is never told. */
export const ConnectedEngine = z.object({
  /** Its name, kept with tasks. */
  id: z.string(),
  source: z.enum(engineSources),
  title: z.string(),
  adapter: z.enum(engineAdapterNames),
  address: z.string(),
  /** Null: all that are shipped. */
  graphs: z.array(z.string()).nullable(),
  models: z.record(z.string(), z.string()),
  /** Settings of its adapter alone. */
  options: EngineOptions,
  /** Licences of graphs that are confirmed, by id; member of staff and moment are null for those of the file. */
  licences: z.array(z.object({ id: z.string(), by: z.string().nullable(), at: Instant.nullable() })),
  /** Null: all that its graphs or its adapter can do. */
  tools: z.array(z.string()).nullable(),
  priceFactor: z.number(),
  laneSize: z.int(),
  timeLimitSeconds: z.int(),
  /** Fen. */
  budget: z.object({ perRunFen: z.int(), dayFen: z.int().optional(), monthFen: z.int().optional() }).nullable(),
  /** Null: all. */
  plans: z.array(z.enum(plans)).nullable(),
  leavesHouse: z.boolean(),
  /** False: it takes no tasks. */
  isEnabled: z.boolean(),
  /** Header that carries the key. */
  keyHeader: z.string(),
  hasKey: z.boolean(),
  /** 0 for those of the file. */
  version: z.int(),
  updatedAt: Instant.nullable(),
});
export type ConnectedEngine = z.infer<typeof ConnectedEngine>;

/** An engine with its present health and its last check, as the list and its page show it. */
export const ShownEngine = ConnectedEngine.extend({
  /** As under the engines and services; `off` while it takes no tasks. */
  state: EngineHealth.shape.state,
  /** Reason why it cannot be used, or the error of its last call. */
  detail: z.string(),
  /** Time of the last `engine:check` of the engine as it is set up now; null where there was none. */
  checkedAt: Instant.nullable(),
  /** Methods that have not passed it. */
  untested: z.array(z.string()),
});
export type ShownEngine = z.infer<typeof ShownEngine>;

/** An engine after a change, or with the change that waits for a second person. */
export const ChangedEngine = ConnectedEngine.extend(WithPending.shape);

const NamedTool = z.object({ id: z.string(), title: z.string() });

/** A setting of one adapter alone, as the console asks for it. */
export const EngineOption = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.string(),
  /** `lines`: a list, one text a line; `fen`: an amount of money. */
  kind: z.enum(['text', 'choice', 'lines', 'fen']),
  choices: z.array(z.object({ value: z.string(), title: z.string() })),
  /** Value without one of the operator's; null where there is none. */
  usual: EngineOptionValue.nullable(),
});
export type EngineOption = z.infer<typeof EngineOption>;

/** An adapter, as far as the console asks for its settings. */
export const EngineAdapterParts = z.object({
  name: z.enum(engineAdapterNames),
  title: z.string(),
  /** An address as an example, and a sentence about further ones. */
  address: z.object({ example: z.string(), hint: z.string() }),
  /** Word before the key in the header `Authorization`, as `Bearer`; null where the header is the operator's choice. */
  keyScheme: z.string().nullable(),
  /** True for services of others, which pictures are sent to. */
  leavesHouse: z.boolean(),
  /** True where graphs say which tools it has and which models it needs. */
  hasGraphs: z.boolean(),
  tools: z.array(NamedTool),
  options: z.array(EngineOption),
});
export type EngineAdapterParts = z.infer<typeof EngineAdapterParts>;

/** Things that engines can be set up with. */
export const EngineParts = z.object({
  adapters: z.array(EngineAdapterParts),
  graphs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      tools: z.array(NamedTool),
      models: z.array(z.string()),
      /** Gigabytes of graphics memory. */
      minVram: z.number(),
      /** Licence that has to be confirmed before the graph runs. */
      licence: z.object({ id: z.string(), sentence: z.string() }).nullable(),
      /** Null for graphs that are shipped. */
      own: z
        .object({
          version: z.int(),
          updatedAt: Instant,
          /** All that are kept, the newest first. */
          versions: z.array(z.object({ version: z.int(), at: Instant })),
          /** Titles of the engines that name it. */
          usedBy: z.array(z.string()),
        })
        .nullable(),
    }),
  ),
});
export type EngineParts = z.infer<typeof EngineParts>;

const { title, address, graphs, models, tools, priceFactor, laneSize, timeLimitSeconds, budget, leavesHouse } =
  engineFields;
const changeable = {
  ...{ title, address, models, priceFactor, laneSize, timeLimitSeconds, leavesHouse },
  graphs: graphs.nullable(),
  tools: tools.nullable(),
  budget: budget.nullable(),
  plans: engineFields.plans.nullable(),
} as const;

/** A graph of the operator's own. */
export const OwnGraph = z.object({
  id: z.string(),
  /** The file, as `docs/ENGINES.md` describes it. */
  graph: z.record(z.string(), z.unknown()),
  version: z.int(),
  updatedAt: Instant,
});
export type OwnGraph = z.infer<typeof OwnGraph>;

/** Most bytes of a call that brings a graph. */
const mostGraphBytes = 1_000_000;

const EngineKey = secret(HeaderValue.min(1, '请填写密钥'));
const changeErrors = ['engine.not_connected', 'engine.changed_meanwhile'] as const;

/** Calls of staff on engines that the operator connects. */
export const connectedEngineDeskContract = {
  staffConnectedEngines: listEndpoint({
    path: '/api/admin/v1/connectedEngines',
    permission: 'engine.read',
    summary: '外接引擎：控制台里建的和 ENGINES_FILE 里的；密钥从不返回',
    list: listOf(
      {
        source: listField.choice(engineSources),
        title: listField.text({ isSortable: true }),
        isEnabled: listField.flag(),
        leavesHouse: listField.flag(),
      },
      { defaultSort: { field: 'id', order: 'asc' } },
    ),
    row: ShownEngine,
  }),
  staffConnectedEngine: endpoint({
    ...desk,
    permission: 'engine.read',
    method: 'GET',
    path: '/api/admin/v1/connectedEngines/:id',
    summary: '一个外接引擎',
    params: byId,
    output: ShownEngine,
    errors: ['engine.not_connected'],
  }),
  connectedEngineParts: endpoint({
    ...desk,
    permission: 'engine.read',
    method: 'GET',
    path: '/api/admin/v1/connectedEngineParts',
    summary: '接入引擎可选的适配器和各自的设置；可选的图，各自支持的工具和需要的模型',
    output: EngineParts,
  }),
  createConnectedEngine: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/connectedEngines',
    summary: '接入一个引擎；先停用着，测试后再启用',
    input: z.object({
      ...changeable,
      ...{ name: EngineName, adapter: engineFields.adapter, options: EngineOptions.default({}) },
    }),
    output: ConnectedEngine,
    errors: ['engine.taken', 'engine.invalid'],
  }),
  updateConnectedEngine: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'PATCH',
    path: '/api/admin/v1/connectedEngines/:id',
    summary: '改外接引擎或启用、停用；新任务按新设置，运行中的按原来的结束；换了地址要重新填写密钥',
    params: byId,
    input: z.object(changeable).partial().extend({
      /** All of them: those that are left out have their usual values again. */
      options: EngineOptions.optional(),
      isEnabled: z.boolean().optional(),
      version: z.int(),
      /** Required when the change needs approval. */
      reason: Reason.optional(),
    }),
    output: ChangedEngine,
    errors: [...changeErrors, 'engine.taken', 'engine.invalid'],
  }),
  replaceEngineKey: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/connectedEngines/:id/key',
    summary: '替换或去掉密钥；封存后不再显示',
    params: byId,
    input: z.object({
      keyHeader: HeaderName,
      /** Null takes it away. */
      engineKey: EngineKey.nullable(),
      version: z.int(),
    }),
    output: ConnectedEngine,
    errors: changeErrors,
  }),
  removeConnectedEngine: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'DELETE',
    path: '/api/admin/v1/connectedEngines/:id',
    summary: '删除外接引擎；还有任务在等它或由它运行时不能删除',
    params: byId,
    input: z.object({ version: z.int().optional() }),
    output: ConnectedEngine,
    errors: [...changeErrors, 'engine.in_use'],
  }),
  confirmEngineLicence: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/connectedEngines/:id/licences',
    summary: '确认可以使用图的许可，或收回；记下是谁、何时',
    params: byId,
    input: z.object({ licence: z.string().max(60), isConfirmed: z.boolean(), version: z.int() }),
    output: ConnectedEngine,
    errors: [...changeErrors, 'engine.invalid'],
  }),
  engineGraph: endpoint({
    ...desk,
    permission: 'engine.read',
    method: 'GET',
    path: '/api/admin/v1/engineGraphs/:id',
    summary: '自己的图的文件，现在的或以前的版本',
    params: byId,
    input: z.object({
      /** An earlier version; the present one when absent. */
      edition: z.int().optional(),
    }),
    output: OwnGraph,
    errors: ['engine.graph_missing'],
  }),
  saveEngineGraph: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/engineGraphs',
    summary: '上传自己的图，或它的新版本；旧版本保留最近 20 个',
    bodyLimit: mostGraphBytes,
    input: z.object({
      graph: z.record(z.string(), z.unknown()),
      /** Version that it replaces; null for a new graph. */
      version: z.int().nullable(),
    }),
    output: OwnGraph,
    errors: ['engine.graph_invalid', 'engine.graph_taken', 'engine.graph_missing', 'engine.graph_changed'],
  }),
  restoreEngineGraph: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/engineGraphs/:id/restore',
    summary: '自己的图换回以前的版本，成为新的一版',
    params: byId,
    input: z.object({ to: z.int(), version: z.int() }),
    output: OwnGraph,
    errors: ['engine.graph_invalid', 'engine.graph_taken', 'engine.graph_missing', 'engine.graph_changed'],
  }),
  removeEngineGraph: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'DELETE',
    path: '/api/admin/v1/engineGraphs/:id',
    summary: '删除自己的图；还有引擎在用时不能删除',
    params: byId,
    input: z.object({ version: z.int().optional() }),
    output: OwnGraph,
    errors: ['engine.graph_missing', 'engine.graph_changed', 'engine.graph_in_use'],
  }),
  testConnectedEngine: endpoint({
    ...desk,
    permission: 'engine.write',
    method: 'POST',
    path: '/api/admin/v1/connectedEngines/:id/test',
    summary: '按保存的设置试一次，停用着也可以；不生成图片',
    params: byId,
    output: EngineTest,
    errors: ['engine.not_connected', 'request.too_often'],
  }),
} as const;
