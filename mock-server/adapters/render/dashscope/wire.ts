import { z } from 'zod';
import { EngineFailure, OperationLost } from '../port.ts';
import { createCaller, jsonBody } from '../service/caller.ts';
import { dataUri } from '../service/data-uri.ts';
import { type FaultTable, failureOf } from '../service/faults.ts';
import type { PictureJob, ServiceWire, TaskState } from '../service/wire.ts';

/**
 * Calls of DashScope for pictures: `multimodal` answers with the picture (Qwen-Image-Edit),
 * `image-generation` (Wan 2.6 and later) and `image2image` (Wan 2.5) with a task.
 */
export type DashScopeCall = 'multimodal' | 'image-generation' | 'image2image';

export interface DashScopeWireOptions {
  /** Without a slash at its end, e.g. `https://dashscope.aliyuncs.com/api/v1`. */
  address: string;
  headers: Readonly<Record<string, string>>;
  model: string;
  call: DashScopeCall;
}

/** Refusals as https://help.aliyun.com/zh/model-studio/developer-reference/error-code lists them. */
const dashScopeFaults: FaultTable = {
  codes: [
    ['DataInspectionFailed', 'moderation'],
    ['data_inspection_failed', 'moderation'],
    ['IPInfringementSuspect', 'moderation'],
    ['InvalidParameter.DataInspection', 'input'],
    ['InvalidFile*', 'input'],
    ['Arrearage', 'quota'],
    ['PrepaidBillOverdue', 'quota'],
    ['PostpaidBillOverdue', 'quota'],
    ['CommodityNotPurchased', 'quota'],
    ['AllocationQuota.FreeTierOnly', 'quota'],
    ['Throttling*', 'busy'],
    ['LimitRequests', 'busy'],
    ['ModelServiceFailed', 'engine'],
    ['ModelUnavailable', 'busy'],
    ['InternalError*', 'engine'],
    ['RequestTimeOut', 'unknown'],
    ['ResponseTimeout', 'unknown'],
  ],
  statuses: { 402: 'quota', 408: 'unknown', 429: 'busy', 503: 'busy', 504: 'unknown' },
};

const plain = z.string().nullish().catch(null);
const Refused = z.object({ code: plain, output: z.object({ code: plain }).nullish().catch(null) });

const Choices = z
  .array(z.object({ message: z.object({ content: z.array(z.object({ image: z.string().optional() })) }) }))
  .optional();
const Results = z.array(z.object({ url: z.string().optional(), code: z.string().optional() })).optional();
const Made = z.object({ output: z.object({ choices: Choices }) });
const Accepted = z.object({ output: z.object({ task_id: z.string().min(1) }) });
const Task = z.object({
  output: z.object({ task_status: z.string(), code: plain, choices: Choices, results: Results }),
});

const paths: Readonly<Record<DashScopeCall, string>> = {
  multimodal: '/services/aigc/multimodal-generation/generation',
  'image-generation': '/services/aigc/image-generation/generation',
  image2image: '/services/aigc/image2image/image-synthesis',
};

const lookMs = 20_000;

/** Pictures of Alibaba Cloud Model Studio (DashScope). The rewriting of instructions and the watermark are off. */
export function createDashScopeWire({ address, headers, model, call }: DashScopeWireOptions): ServiceWire {
  const caller = createCaller({ address, headers, faults: dashScopeFaults, codesOf });
  const isAsync = call !== 'multimodal';

  return {
    async send(job, signal) {
      const body = jsonBody({ model, ...(await bodyOf(call, job)) });
      if (!isAsync) return { made: pictureOf((await caller.ask(Made, paths[call], { signal, body })).output) };
      const asynchronous = { 'x-dashscope-async': 'enable' };
      const { output } = await caller.ask(Accepted, paths[call], { signal, body, headers: asynchronous });
      return { task: output.task_id };
    },
    ...(isAsync && {
      async look(task: string, signal: AbortSignal) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
        const { output } = await caller.ask(Task, `/tasks/${encodeURIComponent(task)}`, { signal: limit });
        return stateOf(output);
      },
      // Only tasks that wait can be ended; a refusal changes nothing.
      async cancel(task: string, signal: AbortSignal) {
        const body = { bytes: new Uint8Array(), type: 'application/json' };
        await caller.ask(z.unknown(), `/tasks/${encodeURIComponent(task)}/cancel`, { signal, body });
      },
    }),
    async probe(signal) {
      // A task that does not exist: the answer tells whether the key is known, and costs nothing.
      const limit = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
      await caller.ask(Task, '/tasks/00000000-0000-0000-0000-000000000000', { signal: limit });
      return `服务有应答，密钥有效；模型 ${model} 是否可用要到第一次出图才知道`;
    },
  };
}

function stateOf({ task_status: status, code, ...output }: z.infer<typeof Task>['output']): TaskState {
  switch (status) {
    case 'PENDING':
      return { waiting: 'queued' };
    case 'RUNNING':
    case 'SUSPENDED':
      return { waiting: 'running' };
    case 'SUCCEEDED':
      return endOf(output);
    case 'FAILED':
      return { failed: failureOf(dashScopeFaults, { status: 0, codes: code ? [code] : [] }) };
    default:
      return { failed: new OperationLost('the service does not know the task') };
  }
}

function endOf(output: Parameters<typeof pictureOf>[0]): TaskState {
  try {
    return { made: pictureOf(output) };
  } catch (error) {
    return { failed: error as Error };
  }
}

/** Picture of an answer in either form. Throws as the port has it. */
function pictureOf({
  choices = [],
  results = [],
}: {
  choices?: z.infer<typeof Choices>;
  results?: z.infer<typeof Results>;
}) {
  const said = choices.flatMap(({ message }) => message.content.map(({ image }) => image));
  const link = [...said, ...results.map(({ url }) => url)].find((each) => each !== undefined && each !== '');
  if (link !== undefined) return { link };
  const code = results.find((each) => each.code !== undefined)?.code;
  // A task counts as succeeded although a picture of it was refused.
  if (code !== undefined) throw failureOf(dashScopeFaults, { status: 0, codes: [code] });
  throw new EngineFailure('engine', 'the service answered without a picture');
}

async function bodyOf(call: DashScopeCall, job: PictureJob) {
  const { prompt, negative, seed, size } = job;
  const given = [job.pictures.base, job.pictures.style].filter((bytes) => bytes !== undefined);
  const images = await Promise.all(given.map(dataUri));
  const common = {
    ...{ n: 1, size: `${size.width}*${size.height}`, seed, watermark: false },
    prompt_extend: false,
  };
  if (call === 'image2image')
    return { input: { prompt, images, ...(negative && { negative_prompt: negative }) }, parameters: common };
  return {
    input: {
      messages: [{ role: 'user', content: [...images.map((image) => ({ image })), { text: prompt }] }],
    },
    parameters: {
      ...common,
      ...(negative && { negative_prompt: negative }),
      // Wan answers with one picture, and not with text between pictures.
      ...(call === 'image-generation' && { enable_interleave: false }),
    },
  };
}

function codesOf(body: unknown): string[] {
  const read = Refused.safeParse(body);
  return read.success ? [read.data.code, read.data.output?.code].filter((each) => typeof each === 'string') : [];
}
