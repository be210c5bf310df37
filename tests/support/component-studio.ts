import type { Task, TaskImage } from '#shared/contract/task';
import { ticketTypes } from '#shared/domain/ticket-kind';
import { categories } from '#shared/tools/categories';
import { tools } from '#shared/tools/registry';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { createEngineDirectory } from '../../mock-server/modules/studio/task/engine-directory.ts';
import { type Answers, answerWith } from './component-answers.ts';

/** When stories begin: 21 October 2026, milliseconds. */
export const startOfTests = Date.parse('2026-10-21T10:00:00+08:00');

/** A result that `tests/support/component-files.ts` draws by its id. */
export function pictureOf(imageId: string, part: Partial<TaskImage> = {}): TaskImage {
  const [, width = 400, height = 300] = /-(\d+)x(\d+)/.exec(imageId) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return { imageId, url: `/api/images/${imageId}`, ...size, mainColor: '#9cc3e6', type: 2, ...part };
}

/** A line drawing that has succeeded. */
export function taskOf(taskId: string, part: Partial<Task> = {}): Task {
  return {
    ...{
      taskId,
      tool: 'toline',
      status: 'succeeded',
      seq: 9,
      queueNum: 0,
      progress: 1,
      params: {},
      doubles: 0,
      seed: 7,
    },
    images: [pictureOf(`house-400x300-${taskId}`)],
    ...{ engine: 'embedded', isConnected: false, algorithm: '本地算法', quality: 'final', ms: 800, words: null },
    ticket: { type: 'normal', held: 0, spent: 0, returned: 0 },
    ...{ createdAt: startOfTests, startedAt: startOfTests, finishedAt: startOfTests + 800 },
    ...part,
  };
}

interface Studio {
  /** Inputs of the `startTask` calls so far, oldest first, as the contract parses them. */
  started: Record<string, unknown>[];
  /** Every task by id; what is set here is read by the page. */
  tasks: Map<string, Task>;
}

interface Wanted {
  tickets?: Partial<Record<'normal' | 'live' | 'gpt', number>>;
  tasks?: readonly Task[];
  /** Returns the state of a new task at its first reading; when absent, it has succeeded with all requested pictures. */
  begin?: (task: Task) => Task;
}

const embedded: Pick<RenderEngine, 'name' | 'describe'> = {
  name: 'embedded',
  describe: async () => ({
    title: '内置引擎',
    tools: tools.map(({ id }) => ({ tool: id, quality: 'final', algorithm: '本地算法' })),
  }),
};

/** Every tool with the embedded engine, as the server describes them. */
export const toolAnswers = await createEngineDirectory([embedded as RenderEngine]).toolList();

/** Tasks of all tests of a file: what is known of one stays with its id. */
let numbered = 0;

/** Answers what the page of a tool asks as an account whose engine is done at once. */
export function openStudio({ tickets, tasks = [], begin = (task) => task }: Wanted = {}): Studio {
  const left = { normal: 23, live: 3, gpt: 30, ...tickets };
  const studio: Studio = { started: [], tasks: new Map(tasks.map((task) => [task.taskId, task])) };
  let uploads = 0;
  const start = (sent: Record<string, unknown>, tool: string, params: Record<string, unknown>) => {
    studio.started.push(sent);
    numbered += 1;
    const taskId = `task_${numbered}`;
    const count = Number(params.num ?? 1);
    const images = Array.from({ length: count }, (_, index) => pictureOf(`house-400x300-${taskId}${index}`));
    studio.tasks.set(taskId, begin(taskOf(taskId, { tool, params, images, createdAt: startOfTests + uploads })));
    return { taskId, queueNum: 0, status: 'queued' as const };
  };
  const answers: Answers = {
    totalTicket: ({ type }) =>
      type === ticketTypes.live ? left.live : type === ticketTypes.gpt ? left.gpt : left.normal,
    ticketSummary: {
      purses: (['normal', 'live', 'gpt'] as const).map((kind) => ({
        ...{ kind, left: left[kind], held: 0, expiring: null, lots: [] },
      })),
    },
    tools: toolAnswers,
    toolOffers: Object.fromEntries(
      tools.map(({ id }) => [id, { quality: 'final' as const, priceFactor: 1, hasFreeOutputs: true }]),
    ),
    freeAllowance: { toline: 30 },
    getAllClassify: categories,
    getAllSuCai: [],
    shares: { list: [], nextCursor: null },
    readWords: null,
    lookAhead: ({ forms }) => (forms as object[]).map(() => ({ isKnown: true, misfits: {}, idle: {} })),
    async uploadImage({ file }) {
      const { width, height } = await createImageBitmap(file as File);
      uploads += 1;
      const imageId = `street-${width}x${height}-${uploads}`;
      const bytes = (file as File).size;
      return { imageId, url: `/api/images/${imageId}`, width, height, bytes, sha256: '0'.repeat(64), format: 'png' };
    },
    startTask: (sent) => start(sent, String(sent.tool), sent.params as Record<string, unknown>),
    retryTask(sent) {
      const { tool, params } = studio.tasks.get(String(sent.taskId)) ?? taskOf('none');
      return start(sent, tool, params);
    },
    getTaskByTaskId: ({ taskId }) => studio.tasks.get(String(taskId)) ?? taskOf(String(taskId)),
    getTaskList({ tool }) {
      const list = [...studio.tasks.values()].filter((task) => !tool || task.tool === tool).toReversed();
      return { list, total: list.length, page: 1, size: 24 };
    },
    delTaskByTaskId({ taskId }) {
      studio.tasks.delete(String(taskId));
      return null;
    },
  } as Answers;
  answerWith(answers);
  return studio;
}
