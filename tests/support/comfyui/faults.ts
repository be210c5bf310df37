/** Failures of a node, by the texts of the real server. */
export type NodeFailure = 'outOfMemory' | 'outOfMemoryOld' | 'outOfMemoryCpu' | 'damagedModel' | 'error';

/** Course of the next job, for what is not sound in it. */
export interface JobScript {
  /** Pause before each step of a sampler; 0. */
  stepMilliseconds?: number;
  /** A damaged model fails at the first loader, the others at the first sampler, or at `failsAt`. */
  fails?: NodeFailure;
  /** Class of the node that fails. */
  failsAt?: string;
  /** Samplers run out of memory above this many pixels of all pictures of the batch together. */
  memoryPixels?: number;
  /**
   * Saved pictures: `black`; `wrongSize`, three quarters as wide; `huge`, of 400 megapixels; `damaged`, without its end;
   * `otherHouse`, mirrored; `unchanged`, as if the sampler had done nothing.
   */
  picture?: 'black' | 'wrongSize' | 'huge' | 'damaged' | 'otherHouse' | 'unchanged';
  /** The accepted job is in no queue and no history, and no event tells of it. */
  isLost?: boolean;
  /** The answer is 200 with `node_errors`, as if one of several branches were bad, and the rest runs. */
  hasNodeErrors?: boolean;
  /** The history has no outputs. */
  hasNoOutputs?: boolean;
  /** The history says `success` and has an `execution_error` among its messages. */
  isSuccessWithError?: boolean;
  /** The history names files that `/view` does not find. */
  areFilesGone?: boolean;
  /** Types of events that are not sent; `binary` for previews. */
  drops?: readonly string[];
  /** Every event is sent twice. */
  repeatsEvents?: boolean;
  /** Between its events come those of other programs: an unknown type, unknown binary frames, a foreign job's progress. */
  isNoisy?: boolean;
}

/**
 * Answers to requests in place of the usual ones: `cut`, the connection breaks before anything was done; `cutAfter`, it
 * breaks when all was done, before the answer; `half`, it breaks in the middle of the body; `silence`, nothing comes.
 */
export type HttpFault = 'cut' | 'cutAfter' | 'half' | 'silence' | AnswerFault | { slowMilliseconds: number };

export interface AnswerFault {
  status: number;
  /** Header `Retry-After`. */
  retryAfter?: number | string;
  body?: string;
  contentType?: string;
}

/** A fault at the next `times` requests whose method and path begin like `route`, for example `GET /history`. */
export interface HttpFaultRule {
  route: string;
  fault: HttpFault;
  times: number;
}

const tips =
  'This error means you ran out of memory on your GPU.\n\nTIPS: If the workflow worked before you might have accidentally set the batch_size to a large number.';

const failures: Record<NodeFailure, { type: string; message: string; tip?: string }> = {
  outOfMemory: { type: 'torch.OutOfMemoryError', message: 'Allocation on device', tip: tips },
  outOfMemoryOld: { type: 'torch.cuda.OutOfMemoryError', message: 'Allocation on device', tip: tips },
  outOfMemoryCpu: {
    type: 'RuntimeError',
    message:
      "[enforce fail at alloc_cpu.cpp:118] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 140737488355328 bytes. Error code 12 (Cannot allocate memory)",
  },
  damagedModel: {
    type: 'safetensors_rust.SafetensorError',
    message: 'Error while deserializing header: HeaderTooSmall',
  },
  error: { type: 'ValueError', message: 'trial error 中文' },
};

/** An exception inside a node, with the name of its class in Python. */
export class NodeError extends Error {
  readonly type: string;
  /** Advice on the line below the message; empty for most. */
  readonly tip: string;
  constructor(message: string, type = 'Exception', tip = '') {
    super(message);
    this.type = type;
    this.tip = tip;
  }
}

export function nodeFailure(name: NodeFailure): NodeError {
  const { message, type, tip } = failures[name];
  return new NodeError(message, type, tip);
}

/** Installation folder in messages and tracebacks, which a client must not pass on. */
export const installation = '/home/studio-operator/ComfyUI';

/** Lines of a traceback with paths of the machine, as `execution_error` and the history hold them. */
export const traceback = (functionName: string): string[] => [
  `  File "${installation}/execution.py", line 496, in execute\n    …\n`,
  `  File "${installation}/execution.py", line 277, in process_inputs\n    …\n`,
  `  File "${installation}/nodes.py", line 1521, in ${functionName}\n`,
];

/** A place where jobs wait: in the queue, before a step of a sampler, or between success and history. */
export type Stage = 'queue' | 'step' | 'history';

export interface Hold {
  /** Resolves when a job has come to the place. */
  reached: Promise<void>;
  release(): void;
}

/** Places where a test can hold jobs, so that nothing depends on time. */
export function createGates() {
  const held = new Map<Stage, { promise: Promise<void>; release: () => void; onReached: () => void }>();

  const release = (stage: Stage) => {
    held.get(stage)?.release();
    held.delete(stage);
  };

  return {
    /** Holds every job that comes to the place until it is released. */
    hold(stage: Stage): Hold {
      release(stage);
      const { promise, resolve } = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      held.set(stage, { promise, release: resolve, onReached: arrival.resolve });
      return { reached: arrival.promise, release: () => release(stage) };
    },
    /** Waits while the place is held, or until `signal` is aborted. */
    async pass(stage: Stage, signal?: AbortSignal): Promise<void> {
      const gate = held.get(stage);
      if (!gate) return;
      gate.onReached();
      if (signal?.aborted) return;
      const aborted = Promise.withResolvers<void>();
      signal?.addEventListener('abort', () => aborted.resolve(), { once: true });
      await Promise.race([gate.promise, aborted.promise]);
    },
    releaseAll: () => [...held.keys()].forEach(release),
  };
}

export type Gates = ReturnType<typeof createGates>;
