import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { ModelUnavailable } from '../base/models.ts';
import { createModelShelf } from './model-shelf.ts';
import { loadRuntime, type RuntimeKind } from './runtime.ts';
import { type Ask, frameOf, frameReader, headsOf, type ModelReply, tensorsOf } from './wire.ts';

/**
 * The process that runs networks, one pass at a time. Its parent hands it the sockets of those who ask; it ends in
 * order when nobody has asked for a while or after many passes, since memory that a runtime has taken is not given back.
 */

/** Messages from the parent process. */
export type ParentMessage =
  | {
      kind: 'start';
      token: string;
      only?: RuntimeKind;
      idleMs: number;
      mostPasses: number;
      /** Disabled model files: requests for them are refused. */
      barred: readonly string[];
      /** Keys of requests for which an earlier process was killed, with the limit they exceeded; they are refused. */
      givenUp: Readonly<Record<string, 'memory' | 'time'>>;
    }
  /** Comes with a socket, which is the process's own once it has said so. */
  | { kind: 'client'; number: number };

/** Messages from this process to its parent about its state. */
export type ProcessMessage =
  | { kind: 'ready' }
  | { kind: 'took'; number: number }
  | { kind: 'runtime'; runtime: RuntimeKind }
  | { kind: 'begins'; file: string; key: string }
  | { kind: 'rests'; loaded: readonly string[] }
  /** It takes no more sockets and ends. */
  | { kind: 'leaves' };

interface Asked {
  ask: Extract<Ask, { id: number }>;
  body: ArrayBuffer;
  socket: Socket;
  isDropped: boolean;
}

/** Below the server's, like the engine's threads. */
const priority = 10;

let rules: Extract<ParentMessage, { kind: 'start' }> | undefined;
const waiting: Asked[] = [];
const sockets = new Set<Socket>();
let current: Asked | undefined;
let passes = 0;
let isLeaving = false;
let idle: NodeJS.Timeout | undefined;
let shelf: ReturnType<typeof createModelShelf> | undefined;

const tell = (message: ProcessMessage) => process.send?.(message);
const reply = (socket: Socket, head: ModelReply, tensors = {}) => {
  if (socket.destroyed) return;
  socket.cork();
  for (const piece of frameOf(head, tensors)) socket.write(piece);
  socket.uncork();
};

process.on('message', (message: ParentMessage, socket?: Socket) => {
  if (message.kind === 'start') {
    rules = message;
    const { only } = message;
    shelf = createModelShelf(async () => {
      const loaded = await loadRuntime(only);
      tell({ kind: 'runtime', runtime: loaded.kind });
      return loaded;
    });
    rest();
  } else if (socket && !isLeaving) {
    tell({ kind: 'took', number: message.number });
    listen(socket);
  }
});
// Without a parent nobody watches the memory.
process.on('disconnect', () => process.exit());
// A process that was started with a higher niceness may not take it back.
setPriority(Math.max(priority, getPriority()));
tell({ kind: 'ready' });

function listen(socket: Socket): void {
  let isKnown = false;
  sockets.add(socket);
  const read = frameReader<Ask>(({ head, body }) => {
    if (head.kind === 'hello') isKnown = head.token === rules?.token;
    if (!isKnown) return void socket.destroy();
    if (head.kind === 'abort') drop((asked) => asked.socket === socket && asked.ask.id === head.id);
    if (head.kind === 'describe' || head.kind === 'run') {
      waiting.push({ ask: head, body, socket, isDropped: false });
      void next();
    }
  });
  socket.on('data', (chunk) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    sockets.delete(socket);
    drop((asked) => asked.socket === socket);
  });
  socket.resume();
}

/** Drops requests whose caller has gone: waiting ones are not started; the result of a running one is discarded. */
function drop(isMeant: (asked: Asked) => boolean): void {
  if (current && isMeant(current)) current.isDropped = true;
  for (const [index, asked] of [...waiting.entries()].reverse()) if (isMeant(asked)) waiting.splice(index, 1);
}

async function next(): Promise<void> {
  if (current || isLeaving || !shelf || !rules) return;
  current = waiting.shift();
  if (!current) return;
  clearTimeout(idle);
  const asked = current;
  const { ask, body, socket } = asked;
  if (ask.kind !== 'abort') {
    tell({ kind: 'begins', file: ask.file, key: ask.key });
    try {
      const tooMuch = rules.givenUp[ask.key];
      if (tooMuch === 'memory') throw new ModelUnavailable('too large', '这张图片对这个模型来说太大，内存不够。');
      if (tooMuch === 'time') throw new ModelUnavailable('too slow', '这个模型处理这张图片用的时间太长。');
      if (rules.barred.includes(ask.file)) {
        throw new ModelUnavailable('ended', '这个模型两次使运行模型的进程中断，已停用，直到重新扫描模型文件夹。');
      }
      const model = await shelf.take(ask.file);
      if (ask.kind === 'describe') reply(socket, { kind: 'shape', id: ask.id, shape: model.shape });
      else {
        const results = await model.run(tensorsOf(ask.tensors, body), ask.outputs && { outputs: ask.outputs });
        passes++;
        if (!asked.isDropped) reply(socket, { kind: 'result', id: ask.id, tensors: headsOf(results) }, results);
      }
    } catch (error) {
      if (!asked.isDropped) reply(socket, failureOf(ask.id, error));
    }
  }
  current = undefined;
  rest();
  void next();
}

function failureOf(id: number, error: unknown): ModelReply {
  if (error instanceof ModelUnavailable) {
    return { kind: 'failure', id, trouble: error.trouble, sentence: error.sentence };
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { kind: 'failure', id, trouble: 'refused input', sentence: '模型没有接受这张图片的数据。' };
}

/** Between two passes. */
function rest(): void {
  if (!rules) return;
  tell({ kind: 'rests', loaded: shelf?.loaded() ?? [] });
  clearTimeout(idle);
  // The parent sends the waiting requests to the next process.
  if (passes >= rules.mostPasses) leave();
  else idle = setTimeout(leave, rules.idleMs);
}

function leave(): void {
  isLeaving = true;
  tell({ kind: 'leaves' });
  let open = 0;
  const gone = () => --open === 0 && process.exit();
  for (const socket of sockets) {
    open++;
    reply(socket, { kind: 'bye' });
    socket.end(gone);
  }
  if (open === 0) process.exit();
  setTimeout(() => process.exit(), 1000);
}
