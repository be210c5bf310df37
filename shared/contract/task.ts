import { z } from 'zod';
import { changeKinds } from '../domain/judgement.ts';
import { batchLimits, plans } from '../domain/plan.ts';
import { resultQualities } from '../domain/quality.ts';
import { taskStatuses } from '../domain/task-status.ts';
import { longestWordTold, mostWordsTold, type WordsRead as WordsReadShape } from '../domain/words-read.ts';
import { sceneLayers } from '../tools/field-kind.ts';
import { toolGroups } from '../tools/groups.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id, Instant, Paging, pageOf, TicketKindName } from './fields.ts';

/** 1 own upload, 2 bought or a member's clean result; others are downloaded with the watermark of docs/RULES.md R55. */
const ImageType = z.int().min(1).max(9);

/** A result beside its base: how well the lines kept their places, and why its label is no better. */
export const OutputJudgement = z.object({
  /** 0–100: share of the base's lines that stand where they were; absent where they are not judged. */
  score: z.number().min(0).max(100).optional(),
  /** Parts where lines are new, missing or moved; shares of the picture's width and height. */
  areas: z.array(
    z.object({
      kind: z.enum(changeKinds),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  /** PNG to lie over the picture: the more opaque, the more lines are broken there. */
  heatUrl: z.string().optional(),
  /** Sentences about what keeps the label from `final`, the worst first. */
  reasons: z.array(z.string()),
  /** True when it could not be judged through a fault of the server; it cost nothing. */
  isUnjudged: z.boolean(),
  /** The wished structure score and what was tried for it; absent where none was wished for. */
  promise: z
    .object({
      /** 0–100. */
      least: z.number().min(0).max(100),
      /** False when the score is below it after all tries: the output cost nothing. */
      isMet: z.boolean(),
      /** Index in `tries` of the one that this picture is of. */
      kept: z.int(),
      tries: z.array(z.object({ seed: z.int(), score: z.number().optional() })),
    })
    .optional(),
});
export type OutputJudgement = z.infer<typeof OutputJudgement>;

/** Fields of a result about its label. */
export const labelFields = {
  /** Absent for results of earlier versions and for pictures that are no result. */
  quality: z.enum(resultQualities).optional(),
  /** Absent where nothing was held against the picture. */
  judgement: OutputJudgement.optional(),
} as const;

export const TaskImage = z.object({
  imageId: Id,
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** `#rrggbb`, shown before the picture is there. */
  mainColor: z.string(),
  type: ImageType,
  ...labelFields,
});
export type TaskImage = z.infer<typeof TaskImage>;

/** Which words of a description took effect and which did not, in its own spelling and order. */
export const WordsRead = z.object({
  used: z.array(z.string().max(longestWordTold)).max(mostWordsTold),
  ignored: z.array(z.string().max(longestWordTold)).max(mostWordsTold),
}) satisfies z.ZodType<WordsReadShape>;

/** A moving picture; its cover is not among the task's `images`. */
export const TaskVideo = z.object({
  imageId: Id,
  url: z.string(),
  coverUrl: z.string(),
  cover: TaskImage.optional(),
  durationMs: z.int(),
});

/** Tickets of a task: what was held is spent or returned when it ends. */
export const TaskTickets = z.object({ type: TicketKindName, held: z.int(), spent: z.int(), returned: z.int() });

export const Task = z.object({
  taskId: Id,
  tool: z.string(),
  status: z.enum(taskStatuses),
  /** Only grows; drop an answer with a lower one. */
  seq: z.int(),
  /** Number of tasks of all accounts that wait before it; 0 when running or ended. Changes come as events. */
  queueNum: z.int(),
  /** 0–1. */
  progress: z.number().min(0).max(1),
  /**
   * Current step of the engine, in a few Chinese characters, and the progress, 0–1, at which it usually ends. Present
   * while the task runs, on engines that report their steps.
   */
  step: z.object({ words: z.string(), ends: z.number().min(0).max(1) }).optional(),
  /**
   * Estimated milliseconds until it ends: the median of the last runs of the same tool and size on this installation,
   * with the queue played through. Absent when it depends on a run nothing is known of, and once it has ended.
   */
  etaMs: z.int().optional(),
  /** Address of an unfinished picture; only while it runs, on engines that show some. It changes with each picture. */
  preview: z.string().optional(),
  /** Why nothing is begun at present, as a sentence; only while it waits and the queue stands still. */
  waitWords: z.string().optional(),
  params: z.record(z.string(), z.unknown()),
  /** Names of the categories among `params` that the tree does not show any more, by id. */
  categoryNames: z.record(z.string(), z.string()).optional(),
  images: z.array(TaskImage),
  video: TaskVideo.optional(),
  /** Drawings beside the pictures, e.g. SVG or DXF. */
  files: z.array(z.object({ imageId: Id, url: z.string(), format: z.string() })).optional(),
  engine: z.string(),
  /** True when the engine is outside of this program. */
  isConnected: z.boolean(),
  algorithm: z.string().optional(),
  /** The best label among its outputs. */
  quality: z.enum(resultQualities).optional(),
  /** Milliseconds of the run, with those in which its results were judged. */
  ms: z.int().optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /**
   * Words of the description that took effect; null for tools without one, for older tasks and for engines that cannot
   * tell.
   */
  words: WordsRead.nullable(),
  /** Number of outputs that repeat an earlier one of the task; their tickets were returned. */
  doubles: z.int(),
  seed: z.int(),
  ticket: TaskTickets,
  error: z.object({ reason: z.string(), message: z.string() }).optional(),
  retriedFrom: Id.optional(),
  /** The task whose result this one started from. */
  parent: Id.optional(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type Task = z.infer<typeof Task>;

export const ToolColumnAnswer = z.object({
  name: z.string(),
  editor: z.string(),
  label: z.string(),
  required: z.boolean(),
  default: z.unknown(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Difference between neighbouring values of a number field. */
  step: z.number().optional(),
  /** Named values of a slider. */
  stops: z.array(z.object({ value: z.number(), label: z.string() })).optional(),
  unit: z.string().optional(),
  options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  /** Pixels by which the mask editor expands a painted mask; `clickMask` does the same when called with this tool. */
  grow: z.number().optional(),
});

/** A field of a tool's form; `columns` is what each row of a `rows` field holds. */
export const ToolFieldAnswer = ToolColumnAnswer.extend({ columns: z.array(ToolColumnAnswer).optional() });
export type ToolFieldAnswer = z.infer<typeof ToolFieldAnswer>;

export const ToolAnswer = z.object({
  id: z.string(),
  paths: z.array(z.string()),
  title: z.string(),
  group: z.enum(toolGroups),
  ticket: z.object({ kind: TicketKindName, cost: z.int(), freeDaily: z.int().optional() }),
  fields: z.array(ToolFieldAnswer),
  /** Engines that can run it now, the default first. */
  engines: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      quality: z.enum(resultQualities),
      algorithm: z.string(),
      /** An output costs the tool's tickets times this, rounded up. */
      priceFactor: z.number().min(0),
      /** True when today's free outputs count on it. */
      hasFreeOutputs: z.boolean(),
      /** Plans that may use it; absent where all may. */
      plans: z.array(z.enum(plans)).optional(),
      /** Sentence about pictures and words that leave the installation; absent where none do. */
      leaves: z.string().optional(),
      /** Median time of an output of its last runs of this tool, milliseconds; absent while there were none. */
      usualMs: z.int().optional(),
      /** Fields of the form that it does not go by. */
      unheeded: z.array(z.string()),
      /** True for a connected engine on which the tool's method has passed no check as it is set up now. */
      isUntested: z.boolean(),
    }),
  ),
  /** Engines that cannot be used now, with the reason as a sentence. */
  closedEngines: z.array(z.object({ name: z.string(), title: z.string(), reason: z.string() })),
  sample: z.string().optional(),
});
export type ToolAnswer = z.infer<typeof ToolAnswer>;

/** Terms of the engine that runs a tool where none is chosen, as far as its price depends on them. */
export const ToolOffer = ToolAnswer.shape.engines.element.pick({
  quality: true,
  priceFactor: true,
  hasFreeOutputs: true,
});
export type ToolOffer = z.infer<typeof ToolOffer>;

export const MaskCandidate = z.object({
  /** `data:image/png;base64,…`: 8 bits, one channel, of the picture's size; 255 inside, 0 outside. */
  mask: z.string(),
  /** Pixels inside. */
  area: z.int(),
  /** Expected overlap with what was meant, 0–1. */
  score: z.number(),
});

/** The likeliest mask, and all candidates (one to three, different from each other) from small to large. */
export const ClickMask = MaskCandidate.extend({
  width: z.int(),
  height: z.int(),
  candidates: z.array(MaskCandidate).min(1).max(3),
  /** Index of the likeliest in `candidates`. */
  chosen: z.int(),
  /** Pixels by which the masks were expanded for `tool`; 0 without one. */
  grown: z.int(),
});
export type ClickMask = z.infer<typeof ClickMask>;

/** Checks of a form's pictures before its run. */
export const LookedAhead = z.object({
  /** False while a picture is still to be looked at: asking again later may say more. */
  isKnown: z.boolean(),
  /** The sentences that a start would be refused with, by field. */
  misfits: z.record(z.string(), z.string()),
  /** Choices that a run will do nothing with, by field: a Chinese sentence. */
  idle: z.record(z.string(), z.string()),
});
export type LookedAhead = z.infer<typeof LookedAhead>;

/** The whole form of the tool that stands beside it as `tool`, whose own schema checks it. */
export const ToolParams = z.record(z.string(), z.unknown());

export const StartTask = z.object({
  tool: z.string().max(64),
  params: ToolParams,
  clientKey: ClientKey,
  /** The task this one repeats: its seed is taken over where the parameters name none. */
  retriedFrom: Id.optional(),
  /** The task whose result this one starts from. */
  parent: Id.optional(),
  /** The project its work goes into. */
  projectId: Id.optional(),
});

export const StartedTask = z.object({ taskId: Id, queueNum: z.int(), status: z.enum(taskStatuses) });
const startErrors = [
  'tool.unknown',
  'tool.no_engine',
  'task.engine',
  'task.params',
  'ticket.short',
  'task.too_many',
  'task.member_only',
  'task.engine_plan',
  'task.engine_closed',
  'task.client_key_reused',
  'image.not_found',
  'task.unsuitable_picture',
] as const;

const TicketTypeNumber = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A material or other element to lay onto pictures (素材). */
export const Material = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(['material']),
  /** Category of level 2 below 材质. */
  classifyId: z.string(),
  url: z.string(),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
});
export type Material = z.infer<typeof Material>;

export const taskContract = {
  tools: endpoint({
    method: 'GET',
    path: '/api/ai/tools',
    access: 'anyone',
    tag: '任务',
    summary: '全部工具：表单字段、券价、可用引擎',
    output: z.array(ToolAnswer),
  }),
  // path chosen by this project: docs/RULES.md R2
  toolOffers: endpoint({
    method: 'GET',
    path: '/api/ai/toolOffers',
    access: 'anyone',
    tag: '任务',
    summary: '各工具不另选引擎时的结果等级和券价条件，按登录者的会员档位，未登录按免费档；没有引擎可用的工具不在其中',
    output: z.record(z.string(), ToolOffer),
  }),
  // path chosen by this project: docs/RULES.md R2
  freeAllowance: endpoint({
    method: 'GET',
    path: '/api/ai/freeAllowance',
    access: 'user',
    tag: '任务',
    summary: '今日各工具剩余的免费次数',
    output: z.record(z.string(), z.int()),
  }),
  startTask: endpoint({
    method: 'POST',
    path: '/api/ai/startTask',
    access: 'user',
    tag: '任务',
    summary: '开始任务；同一 clientKey 只建立并扣券一次',
    input: StartTask,
    output: StartedTask,
    errors: [...startErrors, 'project.not_found', 'task.not_found'],
  }),
  // path chosen by this project: docs/RULES.md R2
  readWords: endpoint({
    method: 'POST',
    path: '/api/ai/readWords',
    isOpenToViewers: true,
    access: 'user',
    changesState: false,
    tag: '任务',
    summary: '生成之前：描述中哪些词会起作用、哪些不会；不收券。null 表示工具没有描述，或由模型自行理解',
    encoding: 'json',
    bodyLimit: 32 * 1024,
    input: z.object({ tool: z.string().max(64), params: z.record(z.string(), z.unknown()) }),
    output: WordsRead.nullable(),
    errors: ['tool.unknown', 'task.engine', 'request.too_often'],
  }),
  // path chosen by this project: docs/RULES.md R2
  lookAhead: endpoint({
    method: 'POST',
    path: '/api/ai/lookAhead',
    isOpenToViewers: true,
    access: 'user',
    changesState: false,
    tag: '任务',
    summary:
      '生成之前：各张底图是否适合这个工具、哪些选项不会起作用，按表单的顺序；不收券。还没有看过的图随即去看，稍后再问即可知道',
    encoding: 'json',
    bodyLimit: 1024 * 1024,
    input: z.object({
      tool: z.string().max(64),
      /** Parameters of unfinished forms. */
      forms: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .max(Math.max(...Object.values(batchLimits))),
    }),
    output: z.array(LookedAhead),
    errors: ['tool.unknown', 'image.not_found', 'request.too_often'],
  }),
  // path chosen by this project: docs/RULES.md R2
  retryTask: endpoint({
    method: 'POST',
    path: '/api/ai/retryTask',
    access: 'user',
    tag: '任务',
    summary: '以相同参数和种子再做一次已结束的任务；新任务的 retriedFrom 指向原任务，并留在同一项目',
    input: z.object({ taskId: Id, clientKey: ClientKey }),
    output: StartedTask,
    errors: [...startErrors, 'task.not_found', 'task.still_running'],
  }),
  getTaskByTaskId: endpoint({
    method: 'GET',
    path: '/api/ai/getTaskByTaskId',
    access: 'user',
    tag: '任务',
    summary: '任务现状',
    input: z.object({ taskId: Id }),
    output: Task,
    errors: ['task.not_found'],
  }),
  // path chosen by this project: docs/RULES.md R2
  runPreview: endpoint({
    method: 'GET',
    path: '/api/ai/runPreviews/:token',
    access: 'user',
    answers: 'bytes',
    media: ['image/jpeg', 'image/png'],
    tag: '任务',
    summary: '自己运行中任务的最新预览；地址见任务的 preview，运行结束即不再有',
    params: z.object({ token: Id }),
    input: z.object({
      /** Number of the picture within its run, so that each has an address of its own. */
      number: z.int().min(1).optional(),
    }),
    errors: ['image.not_found'],
  }),
  getTaskList: endpoint({
    method: 'GET',
    path: '/api/ai/getTaskList',
    access: 'user',
    tag: '任务',
    summary: '我的任务，新的在前',
    input: Paging.extend({ tool: z.string().max(64).optional(), status: z.enum(taskStatuses).optional() }),
    output: pageOf(Task),
  }),
  delTaskByTaskId: endpoint({
    method: 'GET',
    path: '/api/ai/delTaskByTaskId',
    access: 'user',
    changesState: true,
    tag: '任务',
    summary: '把任务移到回收站（保留 30 天）',
    input: z.object({ taskId: Id }),
    errors: ['task.not_found', 'task.still_running'],
  }),
  cancelTask: endpoint({
    method: 'POST',
    path: '/api/ai/cancelTask',
    access: 'user',
    tag: '任务',
    summary: '取消任务：排队中、生成中都退回全部未交付的券；已结束的不变，message 说明原因',
    input: z.object({ taskId: Id }),
    output: z.object({
      outcome: z.enum(['canceled', 'canceling', 'finished']),
      /** Outcome as a Chinese sentence, e.g. 「已取消，2 张券已退回」. */
      message: z.string(),
    }),
    errors: ['task.not_found'],
  }),
  taskEvents: endpoint({
    method: 'GET',
    path: '/api/ai/taskEvents',
    access: 'user',
    answers: 'events',
    tag: '任务',
    summary: '任务事件流（SSE）：event: task，数据与 getTaskByTaskId 相同，可按 Last-Event-ID 续传',
    events: { task: Task, shutdown: z.object({}) },
  }),
  totalTicket: endpoint({
    method: 'GET',
    path: '/api/ai/totalTicket',
    access: 'user',
    tag: '券',
    summary: '剩余券数；type 1 普通券，2 实时券，3 对话券',
    input: z.object({ type: TicketTypeNumber.default(1) }),
    output: z.int(),
  }),
  getAllClassify: endpoint({
    method: 'GET',
    path: '/api/ai/getAllClassify',
    access: 'anyone',
    tag: '任务',
    summary: '分类树',
    output: z.array(z.lazy(() => Category)).readonly(),
  }),
  getAllSuCai: endpoint({
    method: 'GET',
    path: '/api/ai/getAllSuCai',
    access: 'anyone',
    tag: '任务',
    summary: '全部素材',
    output: z.array(Material),
  }),
  clickMask: endpoint({
    method: 'POST',
    path: '/api/ai/clickMask',
    access: 'user',
    tag: '任务',
    summary:
      '点选分割：正点 label 1、负点 label 0、可选方框，单位为图片像素；imageId 与 image（data URL）二选一；scene 不点选，直接返回自动识别的天空、地面或窗户；tool 写明给哪个工具用，蒙版按该工具的要求外扩，grown 为外扩的像素数',
    bodyLimit: 28 * 1024 * 1024,
    encoding: 'json',
    input: z.object({
      imageId: Id.optional(),
      image: z.string().optional(),
      points: z
        .array(z.object({ x: z.number(), y: z.number(), label: z.union([z.literal(0), z.literal(1)]) }))
        .max(200)
        .default([]),
      /** Id of the tool that the mask is for; the mask is expanded as in the mask editor of that tool. */
      tool: z.string().max(64).optional(),
      /** In place of points and a box: what is found in an outdoor picture by itself. One candidate, maybe empty. */
      scene: z.enum(sceneLayers, '没有这种场景蒙版').optional(),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
    }),
    output: ClickMask,
    errors: [
      'tool.unknown',
      'image.not_found',
      'upload.missing',
      'upload.not_an_image',
      'upload.too_large',
      'upload.broken',
      'upload.deadly',
      'upload.cut',
      'upload.too_many_pixels',
      'upload.too_small',
      'upload.bad_ratio',
      'segment.nothing_marked',
      'segment.outside',
      'segment.scene_and_points',
      'engine.refused',
    ],
  }),
} as const;

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly children: readonly Category[];
}
export const Category: z.ZodType<Category> = z.object({
  id: z.string(),
  name: z.string(),
  children: z.array(z.lazy(() => Category)).readonly(),
});
