import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type JobModels, type ModelRunner, type ModelShape, ModelUnavailable, type Tensors } from '../base/models.ts';
import { type Ask, frameOf, frameReader, headsOf, type ModelReply, tensorsOf } from './wire.ts';

/** Address of the process that runs networks; plain data, so that it can be sent to threads. */
export interface ModelAddress {
  /** A socket in a folder of its own, or a port of this machine. */
  at: { path: string } | { port: number };
  token: string;
}

/** Access of a thread to networks for its jobs; plain data. */
export interface ModelAccess {
  address: ModelAddress;
  slots: JobModels['slots'];
}

const clients = new Map<string, ModelClient>();

/** Networks for a job in this thread, which keeps one connection for all of them. */
export function jobModelsOf({ address, slots }: ModelAccess): JobModels {
  const runner = clients.get(address.token) ?? createModelClient(address);
  clients.set(address.token, runner);
  return { runner, slots };
}

type Answer = { shape: ModelShape } | { tensors: Tensors };

interface Pending {
  ask: Extract<Ask, { kind: 'describe' | 'run' }>;
  tensors: Tensors;
  /** True when the request was already sent again after a crash of the process; it fails at the next crash. */
  isAgain: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface ModelClient extends ModelRunner {
  /** Nothing may be asked afterwards; what is under way fails. */
  close(): void;
}

/**
 * Client of the process that runs networks, used directly by the computing thread. It connects on the first request,
 * and reconnects after the process has ended. Pending requests are sent again to the next process: without limit when
 * the process announced its exit (`bye`), once when it crashed.
 */
export function createModelClient(address: ModelAddress): ModelClient {
  const connection = new ModelConnection(address);
  return {
    async describe(file) {
      const answer = await connection.ask({ kind: 'describe', ...connection.nextId(), file }, {});
      return (answer as Extract<Answer, { shape: unknown }>).shape;
    },
    async run(file, inputs, { outputs, signal } = {}) {
      const tensors = headsOf(inputs);
      const question = { kind: 'run', ...connection.nextId(), file, tensors, ...(outputs && { outputs }) } as const;
      return ((await connection.ask(question, inputs, signal)) as Extract<Answer, { tensors: unknown }>).tensors;
    },
    close: () => connection.close(),
  };
}

/** The socket to the process and the requests that wait for its answers. */
class ModelConnection {
  private readonly address: ModelAddress;
  private readonly pending = new Map<number, Pending>();
  private readonly name = randomUUID();
  private socket: Socket | undefined;
  private lastId = 0;
  private isClosed = false;

  constructor(address: ModelAddress) {
    this.address = address;
  }

  nextId(): { id: number; key: string } {
    const id = ++this.lastId;
    return { id, key: `${this.name} ${id}` };
  }

  ask(question: Pending['ask'], tensors: Tensors, signal?: AbortSignal): Promise<Answer> {
    const { id } = question;
    return new Promise<Answer>((resolve, reject) => {
      if (this.isClosed) throw new ModelUnavailable('ended', '服务正在停止。');
      signal?.throwIfAborted();
      const stop = () => {
        if (!this.pending.delete(id)) return;
        if (this.socket) send(this.socket, frameOf({ kind: 'abort', id }));
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      const ending =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', stop);
          settle(value);
        };
      const asked: Pending = {
        ask: question,
        tensors,
        isAgain: false,
        resolve: ending(resolve),
        reject: ending(reject),
      };
      this.pending.set(id, asked);
      try {
        this.write(asked);
      } catch (error) {
        this.pending.delete(id);
        asked.reject(error);
      }
    });
  }

  close(): void {
    this.isClosed = true;
    this.socket?.destroy();
  }

  private open(): Socket {
    const opened = connect(this.address.at);
    let isLeaving = false;
    const read = frameReader<ModelReply>(({ head, body }) => {
      if (head.kind === 'bye') {
        isLeaving = true;
        if (this.socket === opened) this.socket = undefined;
        opened.destroy();
        for (const left of this.pending.values()) this.write(left);
      } else this.settle(head, body);
    });
    opened.on('data', read);
    opened.on('error', () => opened.destroy());
    opened.on('close', () => {
      if (isLeaving) return;
      if (this.socket === opened) this.socket = undefined;
      this.askAgain();
    });
    // Does not keep a thread alive that has nothing more to do.
    opened.unref();
    this.socket = opened;
    send(opened, frameOf({ kind: 'hello', token: this.address.token }));
    return opened;
  }

  /** After a crash: sends the pending requests to the next process, except those that crashed one before. */
  private askAgain(): void {
    for (const [id, asked] of [...this.pending]) {
      if (asked.isAgain || this.isClosed) {
        this.pending.delete(id);
        asked.reject(new ModelUnavailable('ended', '运行模型的进程两次中断，可能是内存不够。'));
      } else {
        asked.isAgain = true;
        this.write(asked);
      }
    }
  }

  private settle(head: Exclude<ModelReply, { kind: 'bye' }>, body: ArrayBuffer): void {
    const asked = this.pending.get(head.id);
    this.pending.delete(head.id);
    if (this.pending.size === 0) this.socket?.unref();
    if (head.kind === 'shape') asked?.resolve({ shape: head.shape });
    else if (head.kind === 'result') asked?.resolve({ tensors: tensorsOf(head.tensors, body) });
    else asked?.reject(new ModelUnavailable(head.trouble, head.sentence));
  }

  private write({ ask, tensors }: Pending): void {
    const to = this.socket ?? this.open();
    to.ref();
    send(to, frameOf(ask, tensors));
  }
}

function send(socket: Socket, pieces: readonly Uint8Array[]): void {
  socket.cork();
  for (const piece of pieces) socket.write(piece);
  socket.uncork();
}
