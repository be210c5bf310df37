import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { rawRequest } from './server-visitor.ts';

const main = path.resolve(import.meta.dirname, '../../mock-server/main.ts');

/** Environment of every program started here, so that it starts quickly. */
export const inherited = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** The real program in a process of its own. */
export interface ServerProcess {
  origin: string;
  pid: number;
  /** Sends the signal and resolves with the exit code, or the signal that ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
}

/** Starts the program and waits until it says that it is ready. */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited,
    DATA_DIR: dataDir,
    DIST_DIR: path.join(dataDir, 'dist'),
    PORT: String(port),
    ...settings,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await ready(child, exited);
  const { status } = await rawRequest(origin, 'GET', '/api/health', {});
  if (status !== 200) throw new Error(`the server is up but not ready: ${status}`);
  return {
    origin,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      const [code, killedBy] = await exited;
      return code ?? killedBy ?? 'unknown';
    },
  };
}

/** Exit code and output of a program that refuses to start. */
export async function refusedStart(settings: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [main], {
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Waits until a program says that it is ready; rejects with what it printed when it ends before. */
export async function ready(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  let text = '';
  const announced = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('已就绪')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const failed = exited.then(() => Promise.reject(new Error(`the server ended before it was ready:\n${text}`)));
  await Promise.race([announced, failed]);
  failed.catch(() => undefined);
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
