import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import type { ModelAddress } from './client.ts';
import type { ParentMessage, ProcessMessage } from './process.ts';
import type { RuntimeKind } from './runtime.ts';

export interface ModelHostOptions {
  /** Only this runtime; the native one where it loads, else that in WebAssembly, when absent. */
  only?: RuntimeKind;
  /** A process that holds more is ended, bytes; 40 % of the machine's memory, 3 GB at most, when absent. */
  mostMemory?: number;
  /** How often its memory and its time are looked at, milliseconds; 500 when absent. */
  watchMs?: number;
  /** The process ends after so long without a question, milliseconds; 15 minutes when absent. */
  idleMs?: number;
  /** A pass that takes longer ends the process, milliseconds; 3 minutes when absent. */
  passMs?: number;
  /** The process ends in order after so many passes; 2000 when absent. */
  mostPasses?: number;
  /** Told of what goes wrong. */
  warn?(words: string, error?: unknown): void;
}

/** How the process is, for people who look after it. */
export interface ModelHostState {
  /** Absent while none runs, which is so until somebody asks. */
  process?: { pid: number; memory: number; startedAt: number; loaded: readonly string[]; running?: string };
  /** Known once it has been loaded. */
  runtime?: RuntimeKind;
  mostMemory: number;
  /** Ends out of order, newest last; ten at most. */
  breakdowns: ReadonlyArray<{ at: number; why: Breakdown; file?: string }>;
}

/** Why a process was ended or ended itself. */
export type Breakdown = 'memory' | 'time' | 'crash';

export interface ModelHost {
  address: ModelAddress;
  state(): ModelHostState;
  /** Files that broke the process down twice may be tried again. */
  forgive(): void;
  /** Ends the process now; it comes back when it is asked. */
  end(): void;
  close(): Promise<void>;
}

const mostBreakdowns = 10;
/** Number of different requests that crash the process, or get it killed, before their model file is disabled. */
const barredAfter = 2;
/** Milliseconds in which a new process must report ready; otherwise it is killed. */
const startMs = 60_000;
/** Maximum number of request keys in `givenUp`, and in `crashed`. */
const mostGivenUp = 100;

/**
 * Keeps the process that runs networks: starts it for the first who asks, hands it the connections, ends it when it
 * takes too much memory or time. Tensors never pass here.
 * @throws Error when the socket cannot be made
 */
export async function createModelHost(options: ModelHostOptions = {}): Promise<ModelHost> {
  const { idleMs = 15 * 60_000, passMs = 3 * 60_000, mostPasses = 2000, watchMs = 500 } = options;
  const { warn = () => undefined } = options;
  const mostMemory = options.mostMemory ?? Math.min(0.4 * totalmem(), 3e9);
  const token = randomUUID();
  const breakdowns: Array<ModelHostState['breakdowns'][number]> = [];
  /** By model file: keys of the requests during which the process crashed or was killed. */
  const blamed = new Map<string, Set<string>>();
  /** Times at which a process failed to start or exited before it was ready, milliseconds since the epoch. */
  const failedStarts: number[] = [];
  /** Keys of the most recent requests during which a process crashed or was killed. */
  let crashed: ReadonlySet<string> = new Set();
  const givenUp = new Map<string, 'memory' | 'time'>();
  let child: Child | undefined;
  let lastNumber = 0;
  let runtime: RuntimeKind | undefined;
  let isClosed = false;

  interface Child {
    handle: ChildProcess;
    startedAt: number;
    isReady: boolean;
    /** Connections it has not said to have taken yet, by number. */
    handed: Map<number, Socket>;
    loaded: readonly string[];
    running?: { file: string; key: string; since: number };
    /** Why it is being ended. */
    fate?: Breakdown | 'asked';
    watch: NodeJS.Timeout;
  }

  function start(): Child {
    const handle = fork(new URL('./process.ts', import.meta.url), {
      // Flags of the parent (test runners, debuggers) are not the child's.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const started: Child = {
      handle,
      startedAt: Date.now(),
      isReady: false,
      handed: new Map(),
      loaded: [],
      watch: setInterval(() => look(started), watchMs).unref(),
    };
    handle.on('message', (message: ProcessMessage) => hear(started, message));
    handle.on('error', (error) => {
      warn('运行模型的进程无法启动', error);
      // A process that could not be spawned emits no `exit` event.
      if (handle.pid === undefined) bury(started, null, null);
    });
    handle.on('exit', (code, signal) => {
      // Messages still in the channel arrive before `disconnect`: which sockets it took, and which request it ran.
      if (handle.connected) handle.once('disconnect', () => bury(started, code, signal));
      else bury(started, code, signal);
    });
    handle.stderr?.on('data', (text: Buffer) => warn(String(text).trim().slice(0, 2000)));
    // Neither the process nor its streams keep ours alive.
    handle.unref();
    handle.channel?.unref();
    (handle.stderr as Socket | null)?.unref();
    return started;
  }

  function hear(to: Child, message: ProcessMessage): void {
    if (message.kind === 'ready') {
      const barred = [...blamed].flatMap(([file, keys]) => (keys.size >= barredAfter ? [file] : []));
      const { only } = options;
      const given = { idleMs, mostPasses, barred, givenUp: Object.fromEntries(givenUp) };
      say(to, { kind: 'start', token, ...given, ...(only && { only }) });
      to.isReady = true;
      for (const [number, socket] of to.handed) say(to, { kind: 'client', number }, socket);
    } else if (message.kind === 'took') {
      // Closes this side's copy only.
      to.handed.get(message.number)?.destroy();
      to.handed.delete(message.number);
    } else if (message.kind === 'leaves') forgetChild(to);
    else if (message.kind === 'runtime') runtime = message.runtime;
    else if (message.kind === 'begins') to.running = { file: message.file, key: message.key, since: Date.now() };
    else {
      delete to.running;
      to.loaded = message.loaded;
    }
  }

  function say(to: Child, message: ParentMessage, socket?: Socket): void {
    if (to.handle.connected) to.handle.send(message, socket, { keepOpen: true }, () => undefined);
  }

  function hand(socket: Socket): void {
    if (isClosed || isBrokenDown()) return void socket.destroy();
    try {
      child ??= start();
    } catch (error) {
      // The process could not be spawned; the closed socket makes the client's request fail.
      warn('运行模型的进程无法启动', error);
      noteFailedStart();
      return void socket.destroy();
    }
    const number = ++lastNumber;
    child.handed.set(number, socket);
    if (child.isReady) say(child, { kind: 'client', number }, socket);
  }

  function forgetChild(old: Child): void {
    if (child === old) child = undefined;
  }

  function look(at: Child): void {
    const now = Date.now();
    const tooLong = at.running ? now - at.running.since > passMs : !at.isReady && now - at.startedAt > startMs;
    if (memoryOf(at.handle.pid) > mostMemory) kill(at, 'memory');
    else if (tooLong) kill(at, 'time');
  }

  function kill(whom: Child, fate: Breakdown | 'asked'): void {
    whom.fate ??= fate;
    if (whom.running && fate !== 'asked' && fate !== 'crash') giveUp(whom.running.key, fate);
    forgetChild(whom);
    whom.handle.kill('SIGKILL');
  }

  function giveUp(key: string, fate: 'memory' | 'time'): void {
    givenUp.set(key, fate);
    const [oldest] = givenUp.keys();
    if (givenUp.size > mostGivenUp && oldest !== undefined) givenUp.delete(oldest);
  }

  function bury(ended: Child, code: number | null, signal: NodeJS.Signals | null): void {
    clearInterval(ended.watch);
    forgetChild(ended);
    const isInOrder = code === 0 || ended.fate === 'asked' || isClosed;
    if (!isInOrder) note(ended, signal ?? code);
    if (!isInOrder && !ended.isReady) noteFailedStart();
    for (const socket of ended.handed.values()) hand(socket);
  }

  function note(ended: Child, how: NodeJS.Signals | number | null): void {
    const { file, key } = ended.running ?? {};
    const why = ended.fate && ended.fate !== 'asked' ? ended.fate : 'crash';
    // A first crash may have other causes; the file is blamed only if the retried request crashes the process again.
    if (file && key && (why !== 'crash' || crashed.has(key)))
      blamed.set(file, (blamed.get(file) ?? new Set()).add(key));
    if (key) crashed = new Set([...crashed, key].slice(-mostGivenUp));
    breakdowns.push({ at: Date.now(), why, ...(file && { file }) });
    breakdowns.splice(0, breakdowns.length - mostBreakdowns);
    warn(`运行模型的进程中断了（${why === 'crash' ? how : why}）${file ? `，当时在运行 ${path.basename(file)}` : ''}`);
  }

  function noteFailedStart(): void {
    failedStarts.push(Date.now());
    failedStarts.splice(0, failedStarts.length - mostBreakdowns);
  }

  /** A process that breaks down as it starts is not started for everyone who asks. */
  function isBrokenDown(): boolean {
    return failedStarts.filter((at) => Date.now() - at < 60_000).length >= 3;
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
    hand(socket);
  });
  const { at, forget } = await listen(server);

  return {
    address: { at, token },
    state() {
      const pid = child?.handle.pid;
      return {
        ...(child &&
          pid && {
            process: {
              pid,
              memory: memoryOf(pid),
              startedAt: child.startedAt,
              loaded: child.loaded,
              ...(child.running && { running: child.running.file }),
            },
          }),
        ...(runtime && { runtime }),
        mostMemory,
        breakdowns: [...breakdowns],
      };
    },
    forgive() {
      blamed.clear();
      breakdowns.splice(0);
      failedStarts.splice(0);
      givenUp.clear();
      if (child) kill(child, 'asked');
    },
    end() {
      if (child) kill(child, 'asked');
    },
    async close() {
      isClosed = true;
      const ending = child;
      const gone = ending && new Promise((resolve) => ending.handle.once('exit', resolve));
      // Nothing else may keep a script alive that waits here for the process to go.
      ending?.handle.ref();
      if (ending) kill(ending, 'asked');
      server.close();
      await gone;
      forget();
    },
  };
}

const folderMark = 'zhuhui-models-';

/** Removes socket folders left behind by killed servers: a connection to their socket is refused. */
function sweepLeft(own: string): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(folderMark))) {
    const folder = path.join(tmpdir(), name);
    if (folder === own) continue;
    const tried = connect(path.join(folder, 'socket'));
    tried.on('connect', () => tried.destroy());
    tried.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') rmSync(folder, { recursive: true, force: true });
    });
    tried.unref();
  }
}

/** Where nobody but this user can connect; Windows has no sockets in folders, there the token keeps others out. */
async function listen(server: ReturnType<typeof createServer>) {
  const isWindows = process.platform === 'win32';
  const folder = isWindows ? undefined : mkdtempSync(path.join(tmpdir(), folderMark));
  if (folder) sweepLeft(folder);
  const target = folder && path.join(folder, 'socket');
  if (folder) chmodSync(folder, 0o700);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (target) server.listen(target, resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  const at: ModelAddress['at'] =
    typeof address === 'object' && address ? { port: address.port } : { path: String(address) };
  return { at, forget: () => folder && rmSync(folder, { recursive: true, force: true }) };
}

/** Bytes a process holds, shared ones too; 0 where the system does not tell. */
function memoryOf(pid: number | undefined): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(resident ?? 0) * 1024;
  } catch {
    return 0;
  }
}
