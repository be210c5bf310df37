import { totalmem } from 'node:os';
import { minute } from '#shared/domain/time';
import type { BuildingAnswer, BuildingJob } from '../../../engine/kernels/building/jobs.ts';
import { isJobFault, type JobFault, WorkTooLarge, WorkTooSlow } from '../../pools/failures.ts';
import { PoolProcess } from '../../pools/pool-process.ts';
import { WorkerPool } from '../../pools/worker-pool.ts';
import { type BuildingCourse, type BuildingEngine, BuildingRefused } from './port.ts';

export interface EmbeddedBuildingOptions {
  /** Program of the process, for tests. */
  program?: URL;
  limits?: {
    /** Longest reading and longest drawing, milliseconds. */
    readMs?: number;
    drawMs?: number;
    /** Most memory of a process, bytes. */
    memory?: number;
  };
}

const gigabyte = 1024 ** 3;
/** Most memory of one process, bytes: a reading of 60 MB of IFC takes two to three gigabytes. */
const usualMemory = Math.min(4 * gigabyte, 0.4 * totalmem());
/** Drawings of one owner that may wait for the one that is made. */
const mostWaiting = 4;
/** Machines with this much memory draw two models at once, bytes. */
const largeMachine = 12 * gigabyte;

/**
 * Building models on this machine's CPU, in processes of their own: files are foreign, and a crash or a full memory
 * costs one of them. Each reading has a fresh process, so that nothing of one file is left for the next.
 */
export function createEmbeddedBuildings({ program, limits }: EmbeddedBuildingOptions = {}): BuildingEngine {
  const memory = limits?.memory ?? usualMemory;
  const start = (niceness: number) => () =>
    new PoolProcess<BuildingJob, BuildingAnswer>({
      program: program ?? new URL('../../../engine/building/process.ts', import.meta.url),
      niceness,
      env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
    });
  const reading = new WorkerPool<BuildingJob, BuildingAnswer>({
    start: start(15),
    ...{ size: 1, perOwner: 1, isStoppable: true, longestMs: limits?.readMs ?? 5 * minute },
    isSpent: () => true,
  });
  const drawing = new WorkerPool<BuildingJob, BuildingAnswer>({
    start: start(10),
    ...{ size: totalmem() >= largeMachine ? 2 : 1, perOwner: 1, mostWaiting, isStoppable: true },
    longestMs: limits?.drawMs ?? minute,
  });

  async function run(pool: typeof reading, job: BuildingJob, { owner, signal }: BuildingCourse) {
    const answer = await pool
      .run(() => ({ job }), { owner, signal, mostMemory: memory })
      .catch((error: unknown) => {
        throw isJobFault(error) ? refusalOf(job, error) : error;
      });
    if ('refusal' in answer) throw new BuildingRefused(answer.refusal);
    if ('fault' in answer) throw new Error(answer.fault);
    return answer;
  }

  return {
    name: 'embedded',
    async read(work, course) {
      const answer = await run(reading, { ...work, kind: 'read' }, course);
      if (!('read' in answer)) throw new Error('the answer to a reading was something else');
      return answer.read;
    },
    async draw(work, course) {
      await run(drawing, { ...work, kind: 'draw' }, course);
    },
    async layers(work, course) {
      await run(drawing, { ...work, kind: 'layers' }, course);
    },
    pids: () => [...reading.pids, ...drawing.pids],
    async close() {
      await Promise.all([reading.close(), drawing.close()]);
    },
  };
}

const simpler = '请在建模软件里删去家具、植物等细节，或只导出要画的部分，再上传';

/** Work that ended or exceeded its process is the file's fault, or that of a machine too small for it. */
function refusalOf({ kind }: BuildingJob, cause: JobFault): BuildingRefused {
  const doing = kind === 'read' ? '读取这个模型' : '画这个视角';
  const sentence =
    cause instanceof WorkTooLarge
      ? `${doing}要用的内存超过了上限，${simpler}`
      : cause instanceof WorkTooSlow
        ? `${doing}用的时间超过了上限，${simpler}`
        : `${doing}两次使程序中断，请换一种格式重新导出后再上传`;
  return new BuildingRefused(sentence, { cause });
}
