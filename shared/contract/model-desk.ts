import { z } from 'zod';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** Tasks of the engine that a file can take over, in the console's order; the engine's `modelSlots`. */
export const modelSlotIds = ['inpaint', 'segment', 'depth', 'lines', 'upscale', 'matte', 'semantic'] as const;
export type ModelSlotId = (typeof modelSlotIds)[number];

/**
 * `used`: works in its slot. `ready`: could. `failed`: did not pass its trial. `broken`: cannot be read or is not whole.
 * `undecided`: could be several things, staff choose. `part`: second half of a pair.
 */
const modelFileStates = ['used', 'ready', 'failed', 'broken', 'undecided', 'part'] as const;

const modelUses = ['commercial', 'research', 'unknown'] as const;
const waysToKnow = ['checksum', 'sidecar', 'signature', 'name'] as const;

export const ModelCandidate = z.object({ slot: z.enum(modelSlotIds), adapter: z.string(), label: z.string() });

/** A file in the models' folder. */
export const ModelFileView = z.object({
  id: Id,
  /** Path within the folder. */
  name: z.string(),
  label: z.string(),
  slot: z.enum(modelSlotIds).nullable(),
  adapter: z.string().nullable(),
  state: z.enum(modelFileStates),
  /** Fault of the file, as a Chinese sentence; empty when there is none. */
  fault: z.string(),
  bytes: z.int(),
  /** Hexadecimal; empty for files that were not read. */
  sha256: z.string(),
  licence: z.string(),
  use: z.enum(modelUses),
  knownBy: z.enum(waysToKnow).nullable(),
  candidates: z.array(ModelCandidate),
  /** Duration of its trial, loading included, milliseconds. */
  trialMs: z.int().nullable(),
  triedAt: Instant.nullable(),
});
export type ModelFileView = z.infer<typeof ModelFileView>;

/** `automatic`: the first file that is sure and may be used commercially. `builtIn`: none. `file`: one that was chosen. */
const slotModes = ['automatic', 'builtIn', 'file'] as const;

export const KnownFileView = z.object({
  label: z.string(),
  file: z.string(),
  pair: z.string().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  licence: z.string(),
  use: z.enum(modelUses),
  source: z.string(),
});

export const ModelSlotView = z.object({
  slot: z.enum(modelSlotIds),
  mode: z.enum(slotModes),
  /** File in use; null: the built-in algorithm. */
  used: z.object({ fileId: Id, label: z.string() }).nullable(),
  /** Reason why a chosen file does not work; empty when it does. */
  fault: z.string(),
  known: z.array(KnownFileView),
  version: z.int(),
});
export type ModelSlotView = z.infer<typeof ModelSlotView>;

const breakdowns = ['memory', 'time', 'crash'] as const;

export const ModelOverview = z.object({
  /** Off by setting: no network is run at all. */
  isOff: z.boolean(),
  /** Runtime of the networks; null until it has been needed. */
  runtime: z.enum(['native', 'web']).nullable(),
  /** Null while none runs, which is so until a network is needed. */
  process: z
    .object({ memory: z.int(), startedAt: Instant, loaded: z.array(z.string()), running: z.string().nullable() })
    .nullable(),
  /** Bytes a process may hold. */
  mostMemory: z.int(),
  breakdowns: z.array(z.object({ at: Instant, why: z.enum(breakdowns), file: z.string().nullable() })),
  slots: z.array(ModelSlotView),
});
export type ModelOverview = z.infer<typeof ModelOverview>;

export const modelDeskContract = {
  staffModels: listEndpoint({
    path: '/api/admin/v1/models',
    permission: 'engine.read',
    summary: '模型文件夹（数据目录下的 models）里的文件：是什么、能不能用、许可',
    list: listOf(
      {
        name: listField.text({ isSortable: true }),
        slot: listField.choice(modelSlotIds, { canBeNull: true, isSortable: true }),
        state: listField.choice(modelFileStates, { isSortable: true }),
        use: listField.choice(modelUses, { isSortable: true }),
        bytes: listField.number({ isSortable: true }),
        triedAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      { defaultSort: { field: 'name', order: 'asc' } },
    ),
    row: ModelFileView,
  }),
  modelOverview: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/modelOverview',
    permission: 'engine.read',
    summary: '每种能力现在由哪个模型提供，运行模型的进程怎么样',
    output: ModelOverview,
  }),
  scanModels: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/models/scan',
    permission: 'engine.write',
    summary: '重新扫描模型文件夹；因为中断过而停用的模型可以再试',
    output: ModelOverview,
    errors: ['model.off'],
  }),
  testModel: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/models/:id/test',
    permission: 'engine.write',
    summary: '用一张答案已知的小图试运行',
    params: byId,
    input: z.object({ slot: z.enum(modelSlotIds).optional(), adapter: z.string().max(60).optional() }),
    output: z.object({ isOk: z.boolean(), ms: z.int(), sentence: z.string() }),
    errors: ['model.not_found', 'model.off', 'model.unfit', 'request.too_often'],
  }),
  chooseModel: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/modelSlots/:slot/choose',
    permission: 'engine.write',
    summary: '决定一种能力由谁提供：自动选择、内置算法、或一个文件；仅供研究的模型要先确认许可',
    params: z.object({ slot: z.enum(modelSlotIds) }),
    input: z.object({
      mode: z.enum(slotModes),
      fileId: Id.optional(),
      adapter: z.string().max(60).optional(),
      isLicenceAccepted: z.boolean().default(false),
      version: z.int(),
    }),
    output: ModelOverview,
    errors: [
      ...(['model.not_found', 'model.off', 'model.unfit', 'model.failed', 'model.licence'] as const),
      'setting.changed_meanwhile',
    ],
  }),
  endModelProcess: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/modelProcess/end',
    permission: 'engine.write',
    summary: '结束运行模型的进程，释放内存；再用到时会自己启动',
    output: ModelOverview,
    errors: ['model.off'],
  }),
} as const;
