import { isImageFormat } from '#shared/contract/image';
import type { OutputJudgement, Task } from '#shared/contract/task';
import { type ChangeArea, type Measured, reasonWords, type StructurePromise } from '#shared/domain/judgement';
import { isFinal } from '#shared/domain/task-status';
import { toolById } from '#shared/tools/registry';
import type { Db } from '../../base/store.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { ChosenCategories } from '../category/chosen-categories.ts';
import { imageUrl } from '../image/image.service.ts';
import type { EngineDirectory } from './engine-directory.ts';
import * as tasks from './task.repository.ts';
import type { TaskPreviews } from './task-previews.ts';
import type { TaskQueue } from './task-queue.ts';

export type TaskView = ReturnType<typeof createTaskView>;

/** Rows of tasks as clients see them. */
interface TaskViewDeps {
  tickets: TicketService;
  queue: TaskQueue;
  chosen: ChosenCategories;
  previews: Pick<TaskPreviews, 'urlOf'>;
  engines: Pick<EngineDirectory, 'isConnected'>;
}

export function createTaskView({ tickets, queue, chosen, previews, engines }: TaskViewDeps) {
  function namesIn({ tool: toolId }: tasks.TaskRow, params: Record<string, unknown>): Pick<Task, 'categoryNames'> {
    const tool = toolById(toolId);
    const categoryNames = tool ? chosen.hiddenNames(tool, params) : {};
    return Object.keys(categoryNames).length > 0 ? { categoryNames } : {};
  }

  async function toTask(handle: Db, row: tasks.TaskRow, outputs: readonly tasks.OutputRow[]): Promise<Task> {
    const outlook = isFinal(row.status) ? undefined : await queue.outlook(handle, row);
    const params = JSON.parse(row.params) as Record<string, unknown>;
    const waitWords = row.status === 'queued' ? queue.notice() : undefined;
    const preview = row.status === 'running' ? previews.urlOf(row.id) : undefined;
    const { held, spent, returned } = await tickets.settlement(handle, row.id);
    return {
      taskId: row.id,
      tool: row.tool,
      status: row.status,
      seq: row.seq,
      queueNum: outlook?.ahead ?? 0,
      progress: row.progress,
      ...stepOf(row),
      ...(outlook?.etaMs === undefined || waitWords ? {} : { etaMs: Math.round(outlook.etaMs) }),
      ...(waitWords ? { waitWords } : {}),
      ...(preview === undefined ? {} : { preview }),
      params,
      ...namesIn(row, params),
      ...resultsOf(row, outputs),
      engine: row.engine,
      isConnected: engines.isConnected(row.engine),
      ...factsOf(row),
      words: row.words_read === null ? null : JSON.parse(row.words_read),
      doubles: row.doubles,
      seed: row.seed,
      ticket: { type: row.ticket_kind, held, spent, returned },
      ...(row.error_reason === null ? {} : { error: { reason: row.error_reason, message: row.error_message ?? '' } }),
      ...originOf(row),
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    };
  }

  return {
    async describe(handle: Db, rows: readonly tasks.TaskRow[]): Promise<Task[]> {
      const taskIds = rows.map((row) => row.id);
      const byTask = new Map<string, tasks.OutputRow[]>(taskIds.map((id) => [id, []]));
      for (const output of await tasks.outputsOf(handle, taskIds)) byTask.get(output.task_id)?.push(output);
      return Promise.all(rows.map((row) => toTask(handle, row, byTask.get(row.id) ?? [])));
    },
  };
}

/** Facts that a run leaves, without those that are not known. */
function factsOf({
  algorithm,
  quality,
  ms,
  facts,
}: tasks.TaskRow): Pick<Task, 'algorithm' | 'quality' | 'ms' | 'facts'> {
  return {
    ...(algorithm === null ? {} : { algorithm }),
    ...(quality === null ? {} : { quality }),
    ...(ms === null ? {} : { ms }),
    ...(facts === null ? {} : { facts: JSON.parse(facts) }),
  };
}

function originOf({ retried_from, parent_id }: tasks.TaskRow): Pick<Task, 'retriedFrom' | 'parent'> {
  return {
    ...(retried_from === null ? {} : { retriedFrom: retried_from }),
    ...(parent_id === null ? {} : { parent: parent_id }),
  };
}

function stepOf({ status, step_words, step_ends }: tasks.TaskRow): Pick<Task, 'step'> {
  if (status !== 'running' || step_words === null || step_ends === null) return {};
  return { step: { words: step_words, ends: step_ends } };
}

/**
 * Label of an output and what it was given for, as far as there is any.
 * @param urlOf address of the picture of broken lines
 */
export function labelIn(
  {
    quality,
    is_unjudged,
    score,
    judgement,
    heat_image_id,
    promise,
  }: Pick<tasks.OutputRow, 'quality' | 'is_unjudged' | 'score' | 'judgement' | 'heat_image_id' | 'promise'>,
  urlOf: (imageId: string) => string = imageUrl,
): {
  quality?: NonNullable<typeof quality>;
  judgement?: OutputJudgement;
} {
  if (quality === null) return {};
  if (judgement === null && !is_unjudged) return { quality };
  const { measured, areas }: { measured: Measured; areas: ChangeArea[] } =
    judgement === null ? { measured: {}, areas: [] } : JSON.parse(judgement);
  return {
    quality,
    judgement: {
      ...(score !== null && { score }),
      areas,
      ...(heat_image_id !== null && { heatUrl: urlOf(heat_image_id) }),
      reasons: reasonWords(measured),
      isUnjudged: is_unjudged === 1,
      ...(promise !== null && { promise: JSON.parse(promise) as StructurePromise }),
    },
  };
}

/** Outputs by what they are: pictures, a video with its cover, drawings. */
function resultsOf(row: tasks.TaskRow, outputs: readonly tasks.OutputRow[]): Pick<Task, 'images' | 'video' | 'files'> {
  const pictures = outputs.filter(({ format }) => isImageFormat(format));
  const movie = outputs.find(({ format }) => format === 'mp4');
  const drawings = outputs.filter((output) => output !== movie && !pictures.includes(output));
  const images = pictures.map(({ image_id, width, height, main_color, type, ...output }) => ({
    imageId: image_id,
    url: imageUrl(image_id),
    width,
    height,
    mainColor: main_color,
    type,
    ...labelIn(output),
  }));
  if (movie) {
    const { durationMs = 0 } = row.facts ? (JSON.parse(row.facts) as { durationMs?: number }) : {};
    const [cover] = images;
    const { image_id: imageId } = movie;
    const video = { imageId, url: imageUrl(imageId), coverUrl: cover?.url ?? '', durationMs };
    return { images: [], video: { ...video, ...(cover ? { cover } : {}) } };
  }
  const files = drawings.map(({ image_id, format }) => ({ imageId: image_id, url: imageUrl(image_id), format }));
  return { images, ...(files.length > 0 ? { files } : {}) };
}
