import { hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { PartOf } from '../state-contract.ts';
import { callerOf, known, type Maker, type Making } from './context.ts';
import { outputsOf } from './state.repository.ts';
import { refusal } from './steps.ts';

type Task = PartOf<'tasks'>;

/** Duration of a run that was not run, milliseconds. */
const runMs = 4000;
const usualProgress = 0.4;

export const makeUpload: Maker<'uploads'> = async (making, { account, picture }) => ({
  imageId: await making.pictures.upload(callerOf(making, account).accountId, picture),
});

export const makeProject: Maker<'projects'> = async (making, { account, name: title }, { name }) => {
  const { projectId } = await making.projects.create(callerOf(making, account), title ?? name);
  return { projectId };
};

export const makeTask: Maker<'tasks'> = async (making, part, { at, path }) => {
  const { tasks, works, store, ids } = making;
  const tool = toolById(part.tool);
  if (!tool) throw refusal(`${path}.tool`, new ProductError('tool.unknown').message);
  const caller = callerOf(making, part.account);
  const { taskId } = await tasks.start(caller, {
    ...{ tool: tool.id, params: await paramsOf(making, tool, part, path), clientKey: ids.next('state') },
    projectId: part.project === undefined ? undefined : known(making, 'projects', part.project).projectId,
  });
  await bring(making, taskId, part, at);
  const { title, isStarred } = part;
  if (title !== undefined || isStarred) await works.update(caller, taskId, { title, isStarred });
  if (part.status === 'deleted') await tasks.remove(caller, taskId);
  return { taskId, imageIds: await outputsOf(store.db, taskId) };
};

/** The parameters with pictures where the tool needs them: the named upload first, drawn ones after it. */
async function paramsOf(making: Making, tool: DefinedTool, part: Task, path: string) {
  const params = { ...part.params };
  const { accountId } = callerOf(making, part.account);
  const fields = pictureFieldsOf(tool);
  if (part.upload !== undefined) {
    const [first] = fields;
    if (first === undefined) throw refusal(`${path}.upload`, '这个工具不用图片');
    params[first] = known(making, 'uploads', part.upload).imageId;
  }
  for (const name of fields) {
    const isMissing = params[name] === undefined && tool.fields[name]?.schema.safeParse(undefined).success === false;
    if (isMissing && tool.fields[name]?.editor === 'image')
      params[name] = await making.pictures.upload(accountId, 'house');
  }
  return params;
}

/** Brings a task that waits to the state it is wanted in, as the runner would have. */
async function bring(making: Making, taskId: string, { status, account, ...part }: Task, at: number): Promise<void> {
  const { waitMs = hour, progress = usualProgress, reason = 'engine.failed' } = part;
  const { tasks, runs, clock, pictures, now } = making;
  if (status === 'canceled') return void (await tasks.cancel(callerOf(making, account), taskId));
  if (status === 'queued' && waitMs === 0) return;
  const claimed = await runs.claimTask(taskId, now - at + hour);
  if (status === 'queued') return runs.putOff(claimed, now - at + waitMs);
  if (status === 'running') return runs.progress(claimed, progress, { words: '生成中', ends: 0.99 });
  await clock.at(Math.min(at + runMs, now), async () => {
    if (status === 'failed') {
      const sentence = '引擎没有给出结果，券已退回';
      return runs.fail(claimed, { error: new ProductError(reason, { fill: { sentence } }), retry: 'never' });
    }
    const label = 'final' as const;
    const outputs = Array.from({ length: claimed.task.outputs }, () => ({ ...pictures.result('house'), label }));
    return runs.succeed(claimed, { algorithm: '测试准备', ms: runMs }, outputs);
  });
}
