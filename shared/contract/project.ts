import { z } from 'zod';
import { filesPerArchive, longestProjectName, longestWorkTitle, worksPerBatch } from '../domain/works-limits.ts';
import { toolGroups } from '../tools/groups.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, SearchWords } from './fields.ts';
import { imageFormats } from './image.ts';
import { Task, TaskImage } from './task.ts';

export const Project = z.object({
  projectId: Id,
  name: z.string(),
  /** The chosen cover or, without one, the newest picture; null while there is none. */
  cover: z.object({ imageId: Id, url: z.string(), isChosen: z.boolean() }).nullable(),
  /** Works outside the recycle bin. */
  works: z.int(),
  createdAt: Instant,
  /** When it was changed or a work was last started in it. */
  updatedAt: Instant,
});
export type Project = z.infer<typeof Project>;

/** A task as the works page lists it. */
export const Work = Task.extend({
  /** Title given by its owner; empty while it goes by the tool's title. */
  title: z.string(),
  projectId: Id.nullable(),
  isStarred: z.boolean(),
  /** Null outside the recycle bin. */
  deletedAt: Instant.nullable(),
  /** When the recycle bin lets go of it. */
  purgeAt: Instant.nullable(),
});
export type Work = z.infer<typeof Work>;

export const workTabs = ['all', 'running', 'succeeded', 'failed', 'canceled', 'bin'] as const;
export type WorkTab = (typeof workTabs)[number];

export const workOrders = ['newest', 'score'] as const;
export type WorkOrder = (typeof workOrders)[number];

export const batchActions = ['delete', 'restore', 'purge', 'star', 'unstar', 'move'] as const;
export type BatchAction = (typeof batchActions)[number];

const ProjectName = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1, '请输入项目名称').max(longestProjectName, `项目名称最多 ${longestProjectName} 个字`));
const WorkTitle = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().max(longestWorkTitle, `名称最多 ${longestWorkTitle} 个字`));

/** A picture in the tree of versions. */
export const VersionPicture = TaskImage.extend({
  format: z.string(),
  createdAt: Instant,
  /** The task that made it; null for an upload, or when that task was deleted for good. */
  taskId: Id.nullable(),
  /** The tool that made it; null likewise. */
  tool: z.string().nullable(),
  title: z.string(),
  isInBin: z.boolean(),
  relation: z.enum(['self', 'ancestor', 'descendant']),
  /** Steps from the picture asked for: negative for ancestors. */
  depth: z.int(),
});

export const VersionTree = z.object({
  pictures: z.array(VersionPicture),
  /** `to` was made from `from` by the task; `field` is the parameter that named `from`. */
  steps: z.array(z.object({ from: Id, to: Id, taskId: Id, tool: z.string(), field: z.string() })),
  /** True when there were more pictures than are listed. */
  isCut: z.boolean(),
});
export type VersionTree = z.infer<typeof VersionTree>;

const byProject = z.object({ projectId: Id });
const projects = { tag: '作品', access: 'user' } as const;

// All of these paths are chosen by this project: docs/RULES.md R2.
export const projectContract = {
  projects: endpoint({
    ...projects,
    method: 'GET',
    path: '/api/projects',
    summary: '我的项目，最近更新的在前，含作品数与封面',
    output: z.array(Project),
  }),
  createProject: endpoint({
    ...projects,
    method: 'POST',
    path: '/api/projects',
    summary: '新建项目；名称 1–30 字，不可与自己的其他项目重名',
    input: z.object({ name: ProjectName }),
    output: Project,
    errors: ['project.name_taken', 'project.too_many'],
  }),
  updateProject: endpoint({
    ...projects,
    method: 'POST',
    path: '/api/projects/:projectId',
    encoding: 'json',
    summary: '改名或换封面；coverImageId 为 null 时用最新的图片',
    params: byProject,
    input: z.object({ name: ProjectName.optional(), coverImageId: Id.nullable().optional() }),
    output: Project,
    errors: ['project.not_found', 'project.name_taken', 'project.bad_cover', 'image.not_found'],
  }),
  deleteProject: endpoint({
    ...projects,
    method: 'DELETE',
    path: '/api/projects/:projectId',
    summary: '删除项目；其中的作品回到「未分类」，一天之内可以撤销',
    params: byProject,
    output: z.object({ released: z.int() }),
    errors: ['project.not_found'],
  }),
  restoreProject: endpoint({
    ...projects,
    method: 'POST',
    path: '/api/projects/:projectId/restore',
    summary: '撤销删除项目；还没有归到别处的作品一起回来',
    params: byProject,
    output: Project,
    errors: ['project.not_found', 'project.name_taken', 'project.too_many'],
  }),
  works: endpoint({
    ...projects,
    method: 'GET',
    path: '/api/works',
    summary: '我的作品，新的在前，或按结构分从高到低；回收站总按删除时间。用 cursor 翻页',
    input: z.object({
      tab: z.enum(workTabs).default('all'),
      /** `score`: by the highest structure score of the results; works without one come last. */
      order: z.enum(workOrders).default('newest'),
      /** A project's id, or `none` for works in no project. */
      projectId: Id.optional(),
      tool: z.string().max(64).optional(),
      group: z.enum(toolGroups).optional(),
      isStarred: z.boolean().optional(),
      /** Words that all have to occur in the title, the prompt or the tool's name; a date such as 2026-11-20 or 2026-11. */
      keyword: SearchWords.optional(),
      /** Started at or after this moment. */
      from: Instant.optional(),
      /** Started before this moment. */
      to: Instant.optional(),
      cursor: z.string().max(200).optional(),
      size: z.int().min(1).max(100).default(40),
    }),
    output: z.object({ list: z.array(Work), nextCursor: z.string().nullable() }),
    errors: ['works.bad_cursor', 'works.bad_period', 'project.not_found'],
  }),
  worksSummary: endpoint({
    ...projects,
    method: 'GET',
    path: '/api/works/summary',
    summary: '各标签页的作品数',
    output: z.object({
      all: z.int(),
      running: z.int(),
      succeeded: z.int(),
      failed: z.int(),
      canceled: z.int(),
      bin: z.int(),
      starred: z.int(),
      inNoProject: z.int(),
    }),
  }),
  updateWork: endpoint({
    ...projects,
    method: 'POST',
    path: '/api/works/item/:taskId',
    encoding: 'json',
    summary: '给作品改名、加星、移动；projectId 为 null 时移出项目',
    params: z.object({ taskId: Id }),
    input: z.object({
      title: WorkTitle.optional(),
      isStarred: z.boolean().optional(),
      projectId: Id.nullable().optional(),
    }),
    output: Work,
    errors: ['task.not_found', 'project.not_found'],
  }),
  batchWorks: endpoint({
    ...projects,
    method: 'POST',
    path: '/api/works/batch',
    encoding: 'json',
    summary: `批量操作，一次最多 ${worksPerBatch} 个；进行中的作品不能删除，列在 skipped 里`,
    input: z.object({
      action: z.enum(batchActions),
      taskIds: z.array(Id).max(1000),
      /** For `move`: the project, or null for none. */
      projectId: Id.nullable().optional(),
    }),
    output: z.object({
      changed: z.int(),
      skipped: z.array(z.object({ taskId: Id, reason: z.string(), message: z.string() })),
    }),
    errors: ['works.nothing_chosen', 'works.too_many', 'task.not_found', 'task.not_in_bin', 'project.not_found'],
  }),
  emptyBin: endpoint({
    ...projects,
    method: 'DELETE',
    path: '/api/works/bin',
    summary: '清空回收站',
    output: z.object({ changed: z.int() }),
  }),
  downloadWorks: endpoint({
    ...projects,
    method: 'GET',
    path: '/api/works/download',
    isOpenToViewers: false,
    answers: 'bytes',
    media: ['application/zip'],
    summary: `打包下载 photo.zip（流式），最多 ${filesPerArchive} 个文件；水印规则与单张下载相同`,
    input: z.object({
      /** All results of these works. */
      taskIds: z.array(Id).max(1000).default([]),
      /** Single pictures. */
      imageIds: z.array(Id).max(1000).default([]),
      /** `stored`: each in its own format. Films and drawings always are. */
      format: z.enum([...imageFormats, 'stored']).default('png'),
      /** File name without its ending. */
      name: z.string().max(80).default('photo'),
    }),
    errors: [
      'task.not_found',
      'image.not_found',
      'works.too_many',
      'download.empty',
      'download.too_many',
      'download.too_large',
    ],
  }),
  pictureVersions: endpoint({
    ...projects,
    method: 'GET',
    path: '/api/works/versions/:imageId',
    summary: '一张图的版本树：由什么做成、又做成了什么，跨工具',
    params: z.object({ imageId: Id }),
    output: VersionTree,
    errors: ['image.not_found'],
  }),
} as const;
