import { randomUUID } from 'node:crypto';
import { drawnPicture, type PictureFlaw } from '../image-service/pictures.ts';
import { type Answer, type Asked, createCourses, json, startImageServer } from '../image-service/server.ts';
import { callFault, type DashScopeBody, models, readPictures } from './bodies.ts';

/**
 * A strict fake of Alibaba Cloud Model Studio (DashScope), written from its published pages: each rule names the page
 * it was read at. Every picture it makes is counted as paid.
 */

/** Codes and messages of https://help.aliyun.com/zh/model-studio/developer-reference/error-code */
const refusals = {
  moderated: [400, 'DataInspectionFailed', 'Input or output data may contain inappropriate content.'],
  badMedia: [400, 'InvalidParameter.DataInspection', 'The media format is not supported for the data inspection.'],
  noBalance: [400, 'Arrearage', 'Access denied, please make sure your account is in good standing.'],
  wrongKey: [401, 'InvalidApiKey', 'Invalid API-key provided.'],
  notBought: [403, 'AccessDenied.Unpurchased', 'Access to model denied.'],
  busy: [429, 'Throttling.RateQuota', 'Requests rate limit exceeded, please try again later.'],
  ownFailure: [500, 'InternalError.Algo', 'An internal error has occured during execution.'],
  timedOut: [408, 'RequestTimeOut', 'Request timed out, please try again later.'],
} as const;
export type DashScopeRefusal = keyof typeof refusals;

export interface DashScopeScript {
  refuses?: DashScopeRefusal;
  /** The task is accepted and fails with this code. */
  fails?: DashScopeRefusal;
  /** The task counts as succeeded although its picture was refused, as `task_metrics` tells. */
  failsInside?: DashScopeRefusal;
  flaw?: PictureFlaw;
  hasNoPicture?: boolean;
  /** The link has expired when it is given. */
  isExpired?: boolean;
  /** The accepted task is not known afterwards. */
  isLost?: boolean;
  /** States of the task that are told before its end; PENDING and RUNNING when absent. */
  states?: readonly string[];
}

interface FakeTask {
  id: string;
  body: DashScopeBody;
  script: DashScopeScript;
  states: string[];
  ended?: 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  link?: string;
}

const refusal = (kind: DashScopeRefusal, headers = {}): Answer => {
  const [status, code, message] = refusals[kind];
  return json(
    status,
    { code, message, request_id: randomUUID() },
    kind === 'busy' ? { 'retry-after': '7', ...headers } : headers,
  );
};

const services = '/api/v1/services/aigc/';

export async function startFakeDashScope({ key = 'sk-fake' }: { key?: string } = {}) {
  const courses = createCourses<DashScopeScript, DashScopeBody>();
  const tasks = new Map<string, FakeTask>();
  const files = new Map<string, { bytes: Uint8Array; isExpired: boolean }>();

  async function answer(asked: Asked): Promise<Answer> {
    const file = files.get(asked.path);
    if (asked.path.startsWith('/results/')) return storedFile(file);
    // https://help.aliyun.com/zh/model-studio/qwen-image-edit-api, section on headers
    if (asked.headers.authorization !== `Bearer ${key}`) return refusal('wrongKey');
    const cancel = /^\/api\/v1\/tasks\/([^/]+)\/cancel$/.exec(asked.path);
    if (asked.method === 'POST' && cancel) return cancelTask(cancel[1]!);
    const look = /^\/api\/v1\/tasks\/([^/]+)$/.exec(asked.path);
    if (asked.method === 'GET' && look) return taskAnswer(look[1]!);
    if (asked.method === 'POST' && asked.path.startsWith(services)) return begin(asked);
    return json(404, { code: 'InvalidURL', message: 'url error, please check url!', request_id: randomUUID() });
  }

  /** Links live 24 hours: https://help.aliyun.com/zh/model-studio/qwen-image-edit-api */
  function storedFile(file: { bytes: Uint8Array; isExpired: boolean } | undefined): Answer {
    if (file && !file.isExpired) return { status: 200, headers: { 'content-type': 'image/png' }, body: file.bytes };
    const body = '<Error><Code>AccessDenied</Code><Message>Request has expired.</Message></Error>';
    return { status: 403, headers: { 'content-type': 'application/xml' }, body };
  }

  async function begin(asked: Asked): Promise<Answer> {
    const call = asked.path.slice(services.length);
    const fault = callFault(call, asked);
    if (fault) return json(fault.status, { code: fault.code, message: fault.message, request_id: randomUUID() });
    const body = JSON.parse(asked.body.toString('utf8')) as DashScopeBody;
    const pictures = await readPictures(call, body);
    if ('code' in pictures) return json(400, { ...pictures, request_id: randomUUID() });
    const script = courses.take();
    if (script.refuses) return refusal(script.refuses);
    if (!models[body.model]!.isAsync) {
      await courses.pass();
      return pictureAnswer(body, await draw(asked, body, script), script);
    }
    const task: FakeTask = { id: randomUUID(), body, script, states: [...(script.states ?? ['PENDING', 'RUNNING'])] };
    if (!script.isLost) tasks.set(task.id, task);
    if (!script.isLost && !script.fails && !script.failsInside) task.link = await draw(asked, body, script);
    // https://platform.qianwenai.com/docs/api-reference/image-generation/wan25-general-image-editing/create-task
    return json(200, { output: { task_status: 'PENDING', task_id: task.id }, request_id: randomUUID() });
  }

  async function draw(
    { headers }: Asked,
    body: DashScopeBody,
    { flaw, isExpired = false }: DashScopeScript,
  ): Promise<string> {
    const [width = 1024, height = 1024] = (body.parameters?.size ?? '1024*1024').split('*').map(Number);
    const [base] = (await readPictures('', body)) as Uint8Array[];
    courses.keep(body);
    const path = `/results/${randomUUID()}.png`;
    files.set(path, { bytes: await drawnPicture({ width, height, base, flaw }), isExpired });
    return `http://${headers.host}${path}?Expires=1766000000&Signature=abc`;
  }

  /** https://help.aliyun.com/zh/model-studio/qwen-image-edit-api, section on the answer */
  function pictureAnswer({ parameters }: DashScopeBody, link: string, { hasNoPicture }: DashScopeScript): Answer {
    const [width, height] = (parameters?.size ?? '1024*1024').split('*').map(Number);
    const content = hasNoPicture ? [] : [{ image: link }];
    return json(200, {
      output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] },
      usage: { width, height, image_count: content.length },
      request_id: randomUUID(),
    });
  }

  /**
   * https://platform.qianwenai.com/docs/api-reference/image-generation/wan25-general-image-editing/query-result and
   * https://help.aliyun.com/model-studio/developer-reference/manage-asynchronous-tasks
   */
  async function taskAnswer(id: string): Promise<Answer> {
    const task = tasks.get(id);
    const told = (output: object, usage = {}) =>
      json(200, { request_id: randomUUID(), output: { task_id: id, ...output }, ...usage });
    if (!task) return told({ task_status: 'UNKNOWN' });
    const state = task.states.shift();
    if (state !== undefined) return told({ task_status: state, submit_time: '2026-11-28 01:00:00.000' });
    await courses.pass();
    if (task.ended === 'CANCELED') return told({ task_status: 'CANCELED' });
    const failed = task.script.fails;
    if (failed) return told({ task_status: 'FAILED', code: refusals[failed][1], message: refusals[failed][2] });
    task.ended = 'SUCCEEDED';
    return told(
      { task_status: 'SUCCEEDED', ...resultsOf(task), task_metrics: { TOTAL: 1, SUCCEEDED: 1, FAILED: 0 } },
      { usage: { image_count: 1 } },
    );
  }

  /** Older models answer with `results`, Wan 2.6 and later with `choices`: https://help.aliyun.com/en/model-studio/wan-image-generation-api-reference */
  function resultsOf({ body, link = '', script }: FakeTask): object {
    if (script.failsInside)
      return { results: [{ code: refusals[script.failsInside][1], message: refusals[script.failsInside][2] }] };
    if (!models[body.model]!.hasChoices)
      return { results: script.hasNoPicture ? [] : [{ orig_prompt: '', url: link }] };
    const content = script.hasNoPicture ? [] : [{ type: 'image', image: link }];
    return { finished: true, choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] };
  }

  /** Only tasks that wait can be ended: https://help.aliyun.com/model-studio/developer-reference/manage-asynchronous-tasks */
  function cancelTask(id: string): Answer {
    const task = tasks.get(id);
    const message = 'Failed to cancel the task, please confirm if the task is in PENDING status.';
    if (task?.states[0] !== 'PENDING')
      return json(400, { code: 'UnsupportedOperation', message, request_id: randomUUID() });
    Object.assign(task, { ended: 'CANCELED', states: [] });
    return json(200, { request_id: randomUUID() });
  }

  const server = await startImageServer(answer);
  return {
    ...server,
    address: `${server.origin}/api/v1`,
    ...courses.handles,
    /** Ids of tasks that were cancelled. */
    cancelled: () => [...tasks.values()].filter(({ ended }) => ended === 'CANCELED').map(({ id }) => id),
  };
}
