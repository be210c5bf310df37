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
  /** Interval between two checks of its memory and of the time of the running pass, milliseconds; 500 when absent. */
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

/** State of the process, for the console. */
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

/** The running process. */
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

/**
 * Keeps the process that runs networks: starts it for the first who asks, hands it the connections, ends it when it
 * takes too much memory or time. Tensors never pass here.
 * @throws Error when the socket cannot be made
 */
export async function createModelHost(options: ModelHostOptions = {}): Promise<ModelHost> {
  const keeper = new ProcessKeeper(options);
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
    keeper.hand(socket);
  });
  const { at, forget } = await listen(server);
  return {
    address: { at, token: keeper.token },
    state: () => keeper.state(),
    forgive: () => keeper.forgive(),
    end: () => keeper.end(),
    async close() {
      const gone = keeper.close();
      server.close();
      await gone;
      forget();
    },
  };
}

/** Starts, watches and ends the process, and remembers its breakdowns. */
class ProcessKeeper {
  readonly token = randomUUID();
  private readonly options: ModelHostOptions;
  private readonly mostMemory: number;
  private readonly warn: NonNullable<ModelHostOptions['warn']>;
  private readonly breakdowns: Array<ModelHostState['breakdowns'][number]> = [];
  /** By model file: keys of the requests during which the process crashed or was killed. */
  private readonly blamed = new Map<string, Set<string>>();
  /** Times at which a process failed to start or exited before it was ready, milliseconds since the epoch. */
  private readonly failedStarts: number[] = [];
  /** Keys of the most recent requests during which a process crashed or was killed. */
  private crashed: ReadonlySet<string> = new Set();
  private readonly givenUp = new Map<string, 'memory' | 'time'>();
  private child: Child | undefined;
  private lastNumber = 0;
  private runtime: RuntimeKind | undefined;
  private isClosed = false;

  constructor(options: ModelHostOptions) {
    this.options = options;
    this.mostMemory = options.mostMemory ?? Math.min(0.4 * totalmem(), 3e9);
    this.warn = options.warn ?? (() => undefined);
  }

  /** Hands a connection to the process, which is started when none runs. */
  hand(socket: Socket): void {
    if (this.isClosed || this.isBrokenDown()) return void socket.destroy();
    try {
      this.child ??= this.start();
    } catch (error) {
      // The process could not be spawned; the closed socket makes the client's request fail.
      this.warn('运行模型的进程无法启动', error);
      this.noteFailedStart();
      return void socket.destroy();
    }
    const number = ++this.lastNumber;
    this.child.handed.set(number, socket);
    if (this.child.isReady) say(this.child, { kind: 'client', number }, socket);
  }

  state(): ModelHostState {
    const { child, runtime, mostMemory } = this;
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
      breakdowns: [...this.breakdowns],
    };
  }

  forgive(): void {
    this.blamed.clear();
    this.breakdowns.splice(0);
    this.failedStarts.splice(0);
    this.givenUp.clear();
    this.end();
  }

  end(): void {
    if (this.child) this.kill(this.child, 'asked');
  }

  /** Ends the process for good; resolves when it is gone. */
  async close(): Promise<void> {
    this.isClosed = true;
    const ending = this.child;
    if (!ending) return;
    const gone = new Promise((resolve) => ending.handle.once('exit', resolve));
    // Nothing else may keep a script alive that waits here for the process to go.
    ending.handle.ref();
    this.kill(ending, 'asked');
    await gone;
  }

  private start(): Child {
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
      watch: setInterval(() => this.look(started), this.options.watchMs ?? 500).unref(),
    };
    handle.on('message', (message: ProcessMessage) => this.hear(started, message));
    handle.on('error', (error) => {
      this.warn('运行模型的进程无法启动', error);
      // A process that could not be spawned emits no `exit` event.
      if (handle.pid === undefined) this.bury(started, null, null);
    });
    handle.on('exit', (code, signal) => {
      // Messages still in the channel arrive before `disconnect`: which sockets it took, and which request it ran.
      if (handle.connected) handle.once('disconnect', () => this.bury(started, code, signal));
      else this.bury(started, code, signal);
    });
    handle.stderr?.on('data', (text: Buffer) => this.warn(String(text).trim().slice(0, 2000)));
    // Neither the process nor its streams keep ours alive.
    handle.unref();
    handle.channel?.unref();
    (handle.stderr as Socket | null)?.unref();
    return started;
  }

  private hear(to: Child, message: ProcessMessage): void {
    if (message.kind === 'ready') this.welcome(to);
    else if (message.kind === 'took') {
      // Closes this side's copy only.
      to.handed.get(message.number)?.destroy();
      to.handed.delete(message.number);
    } else if (message.kind === 'leaves') this.forgetChild(to);
    else if (message.kind === 'runtime') this.runtime = message.runtime;
    else if (message.kind === 'begins') to.running = { file: message.file, key: message.key, since: Date.now() };
    else {
      delete to.running;
      to.loaded = message.loaded;
    }
  }

  /** Tells a process that has started its limits, and hands it the connections that wait. */
  private welcome(to: Child): void {
    const { idleMs = 15 * 60_000, mostPasses = 2000, only } = this.options;
    const barred = [...this.blamed].flatMap(([file, keys]) => (keys.size >= barredAfter ? [file] : []));
    const given = { idleMs, mostPasses, barred, givenUp: Object.fromEntries(this.givenUp) };
    say(to, { kind: 'start', token: this.token, ...given, ...(only && { only }) });
    to.isReady = true;
    for (const [number, socket] of to.handed) say(to, { kind: 'client', number }, socket);
  }

  private forgetChild(old: Child): void {
    if (this.child === old) this.child = undefined;
  }

  private look(at: Child): void {
    const { passMs = 3 * 60_000 } = this.options;
    const now = Date.now();
    const tooLong = at.running ? now - at.running.since > passMs : !at.isReady && now - at.startedAt > startMs;
    if (memoryOf(at.handle.pid) > this.mostMemory) this.kill(at, 'memory');
    else if (tooLong) this.kill(at, 'time');
  }

  private kill(whom: Child, fate: Breakdown | 'asked'): void {
    whom.fate ??= fate;
    if (whom.running && fate !== 'asked' && fate !== 'crash') this.giveUp(whom.running.key, fate);
    this.forgetChild(whom);
    whom.handle.kill('SIGKILL');
  }

  private giveUp(key: string, fate: 'memory' | 'time'): void {
    this.givenUp.set(key, fate);
    const [oldest] = this.givenUp.keys();
    if (this.givenUp.size > mostGivenUp && oldest !== undefined) this.givenUp.delete(oldest);
  }

  private bury(ended: Child, code: number | null, signal: NodeJS.Signals | null): void {
    clearInterval(ended.watch);
    this.forgetChild(ended);
    const isInOrder = code === 0 || ended.fate === 'asked' || this.isClosed;
    if (!isInOrder) this.note(ended, signal ?? code);
    if (!isInOrder && !ended.isReady) this.noteFailedStart();
    for (const socket of ended.handed.values()) this.hand(socket);
  }

  private note(ended: Child, how: NodeJS.Signals | number | null): void {
    const { blamed, breakdowns, crashed } = this;
    const { file, key } = ended.running ?? {};
    const why = ended.fate && ended.fate !== 'asked' ? ended.fate : 'crash';
    // A first crash may have other causes; the file is blamed only if the retried request crashes the process again.
    if (file && key && (why !== 'crash' || crashed.has(key)))
      blamed.set(file, (blamed.get(file) ?? new Set()).add(key));
    if (key) this.crashed = new Set([...crashed, key].slice(-mostGivenUp));
    breakdowns.push({ at: Date.now(), why, ...(file && { file }) });
    breakdowns.splice(0, breakdowns.length - mostBreakdowns);
    this.warn(
      `运行模型的进程中断了（${why === 'crash' ? how : why}）${file ? `，当时在运行 ${path.basename(file)}` : ''}`,
    );
  }

  private noteFailedStart(): void {
    this.failedStarts.push(Date.now());
    this.failedStarts.splice(0, this.failedStarts.length - mostBreakdowns);
  }

  /** A process that breaks down as it starts is not started for everyone who asks. */
  private isBrokenDown(): boolean {
    return this.failedStarts.filter((at) => Date.now() - at < 60_000).length >= 3;
  }
}

function say(to: Child, message: ParentMessage, socket?: Socket): void {
  if (to.handle.connected) to.handle.send(message, socket, { keepOpen: true }, () => undefined);
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

/**
 * Listens on a socket that only this user can connect to; Windows has no sockets in folders, there the token keeps
 * others out.
 */
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
