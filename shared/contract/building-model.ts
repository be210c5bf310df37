import { z } from 'zod';
import { buildingFormats } from '../domain/building-formats.ts';
import { BuildingCamera, BuildingPlacement, BuildingView } from '../domain/building-view.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { UploadedImage } from './image.ts';

/**
 * - `reading`: its file is being read;
 * - `unconfirmed`: read; size and direction wait for the person;
 * - `ready`: confirmed;
 * - `refused`: it could not be read, and `sentence` says why.
 */
export const buildingStates = ['reading', 'unconfirmed', 'ready', 'refused'] as const;
export type BuildingState = (typeof buildingStates)[number];

const Colour = z.tuple([z.number(), z.number(), z.number()]);
const Storey = z.object({
  name: z.string(),
  /** Metres above the ground of the model. */
  elevation: z.number(),
});

/** Facts about a model file that was read. */
export const BuildingFacts = z.object({
  triangles: z.int(),
  /** Parts with a geometry in the file. */
  partsFound: z.int(),
  /** Those of them that are drawn. */
  partsDrawn: z.int(),
  leftOut: z.array(
    z.object({
      /** Class of IFC, or a Chinese word. */
      kind: z.string(),
      count: z.int(),
      /** A Chinese sentence. */
      reason: z.string(),
    }),
  ),
  /** Width (x), height (y) and depth (z), metres. */
  size: z.tuple([z.number(), z.number(), z.number()]),
  /** As the file was read. */
  placement: BuildingPlacement,
  /** True for what the file itself says; the rest is guessed. */
  isKnown: z.object({ metresPerUnit: z.boolean(), up: z.boolean(), north: z.boolean() }),
  /** Degrees; absent where the file does not tell. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  storeys: z.array(Storey),
  rooms: z.array(
    z.object({
      name: z.string(),
      /** Index in `storeys`. */
      storey: z.int().optional(),
      /** Square metres; absent where the file does not tell. */
      area: z.number().optional(),
      /** Least x, y, z and greatest x, y, z, metres; absent where the file does not tell. */
      box: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]).optional(),
    }),
  ),
  /** By area, largest first. */
  materials: z.array(
    z.object({
      name: z.string(),
      /** Linear, 0–1. */
      colour: Colour,
      /** 0 clear … 1 solid. */
      opacity: z.number(),
      /** Square metres. */
      area: z.number(),
    }),
  ),
  /** Chinese sentences about what was missing or changed. */
  notes: z.array(z.string()),
});
export type BuildingFacts = z.infer<typeof BuildingFacts>;

export const ProposedBuildingView = z.object({
  /** Chinese, e.g. 人视 · 东南. */
  title: z.string(),
  camera: BuildingCamera,
});

export const BuildingModel = z.object({
  modelId: Id,
  name: z.string(),
  /** Absent for an archive that was not read yet. */
  format: z.enum(buildingFormats).optional(),
  /** Of the uploaded file. */
  bytes: z.int(),
  state: z.enum(buildingStates),
  /** Reason of the refusal and what to do, Chinese; absent in other states. */
  sentence: z.string().optional(),
  createdAt: Instant,
  /** Absent until it was read. */
  facts: BuildingFacts.optional(),
  /** As confirmed; before that as the reader found it. */
  placement: BuildingPlacement.optional(),
  /** Six good views at most; absent until it was read. */
  views: z.array(ProposedBuildingView).optional(),
});
export type BuildingModel = z.infer<typeof BuildingModel>;

/** Files of an account beside the limits of its plan. */
export const BuildingStorage = z.object({
  models: z.int(),
  mostModels: z.int(),
  /** Uploaded files, and our own files of them. */
  bytes: z.int(),
  mostBytes: z.int(),
});
export type BuildingStorage = z.infer<typeof BuildingStorage>;

/** Shapes of pictures of a model, width to height. */
export const buildingRatios = ['16:9', '4:3', '3:2', '1:1', '3:4', '9:16'] as const;
export type BuildingRatio = (typeof buildingRatios)[number];

/** Characters of a model's name. */
export const longestBuildingName = 80;

const BuildingName = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1, '请输入模型名称').max(longestBuildingName, `模型名称最多 ${longestBuildingName} 个字`));

const models = { tag: '建筑模型', access: 'user' } as const;
const byModel = z.object({ modelId: Id });
const notDrawn = [
  'building.not_found',
  'building.still_reading',
  'building.unreadable',
  'building.not_drawn',
  'building.view_refused',
  'request.too_often',
] as const;

// All of these paths are chosen by this project: docs/RULES.md R2.
export const buildingModelContract = {
  uploadBuildingModel: endpoint({
    ...models,
    method: 'POST',
    path: '/api/building-model/upload',
    encoding: 'multipart',
    summary:
      '上传一个建筑模型（multipart 字段 file，名称取自文件名，默认不超过 200 MB）：IFC、GLB、OBJ，或装着 glTF、OBJ 及其材质和贴图的 ZIP。收下后立即回答，读取在后台进行，用 buildingModel 查看。带同一个字段 clientKey 再传一次，得到的是同一个模型',
    bodyLimit: 1025 * 1024 * 1024,
    output: BuildingModel,
    errors: [
      'building.missing',
      'building.too_large',
      'building.not_a_model',
      'building.export_instead',
      'building.too_many',
      'building.no_room',
      'upload.aborted',
      'request.too_often',
    ],
  }),
  buildingModels: endpoint({
    ...models,
    method: 'GET',
    path: '/api/building-model/list',
    summary: '我的建筑模型，新的在前，以及已用和可用的空间。用 cursor 翻页',
    input: z.object({ cursor: z.string().max(200).optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ list: z.array(BuildingModel), nextCursor: z.string().nullable(), room: BuildingStorage }),
    errors: ['building.bad_cursor'],
  }),
  buildingModel: endpoint({
    ...models,
    method: 'GET',
    path: '/api/building-model/:modelId',
    summary: '一个建筑模型：状态、读到的尺寸与构件、建议的视角',
    params: byModel,
    output: BuildingModel,
    errors: ['building.not_found'],
  }),
  confirmBuildingModel: endpoint({
    ...models,
    method: 'POST',
    path: '/api/building-model/:modelId/confirm',
    encoding: 'json',
    summary: '确认模型的单位、朝上的轴和正北；与读到的不同时按新的再读一次（状态回到 reading，读完即 ready）',
    params: byModel,
    input: z.object({ placement: BuildingPlacement }),
    output: BuildingModel,
    errors: ['building.not_found', 'building.still_reading', 'building.unreadable'],
  }),
  renameBuildingModel: endpoint({
    ...models,
    method: 'POST',
    path: '/api/building-model/:modelId/rename',
    encoding: 'json',
    summary: '给建筑模型改名',
    params: byModel,
    input: z.object({ name: BuildingName }),
    output: BuildingModel,
    errors: ['building.not_found'],
  }),
  removeBuildingModel: endpoint({
    ...models,
    method: 'POST',
    path: '/api/building-model/:modelId/remove',
    summary: '删除建筑模型；已经取作底图的视角和进行中的任务不受影响',
    params: byModel,
    output: z.null(),
    errors: ['building.not_found'],
  }),
  buildingViewerFile: endpoint({
    ...models,
    method: 'GET',
    path: '/api/building-model/:modelId/viewer',
    answers: 'bytes',
    media: ['model/gltf-binary'],
    summary:
      '模型的三维视图文件（GLB，meshopt 压缩）：按材质合并成三十几个网格，顶点属性 _OBJECT 是构件编号，构件名称与类别在场景的 extras.building 里。支持 Range 与 ETag',
    params: byModel,
    errors: ['building.not_found', 'building.still_reading', 'building.unreadable'],
  }),
  buildingSketch: endpoint({
    ...models,
    method: 'GET',
    path: '/api/building-model/:modelId/sketch',
    answers: 'bytes',
    media: ['image/jpeg'],
    summary: '模型某个视角的草图（JPG，长边不超过 960 像素），供选视角时看；同时只画一张，每分钟有上限',
    params: byModel,
    input: z.object({
      /** JSON in the query. */
      view: BuildingView,
      /** Pixels of the longer side. */
      side: z.int().min(160).max(960).default(640),
      ratio: z.enum(buildingRatios).default('16:9'),
    }),
    errors: notDrawn,
  }),
  takeBuildingView: endpoint({
    ...models,
    method: 'POST',
    path: '/api/building-model/:modelId/view',
    encoding: 'json',
    summary:
      '把模型的一个视角画成图片，收作自己的图片，可以作渲染工具的底图；同样的视角和大小再取一次，得到的是同一张图',
    params: byModel,
    input: z.object({
      view: BuildingView,
      /** Pixels of the longer side. */
      side: z.int().min(640).max(1920).default(1280),
      ratio: z.enum(buildingRatios).default('16:9'),
    }),
    output: UploadedImage.extend({
      /** The view as it was drawn, and its model. */
      modelId: Id,
      view: BuildingView,
    }),
    errors: [...notDrawn, 'building.unconfirmed', 'upload.quota'],
  }),
} as const;
