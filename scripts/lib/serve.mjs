import { spawn } from 'node:child_process';
import { pinnedNode, root } from './paths.mjs';
import { exitCodeOf, stopSignals, whenOrphaned } from './processes.mjs';
import { serverEntry } from './server-entry.mjs';
import { serverEnvironment } from './server-environment.mjs';

/** Time in which the server may finish its work before it is ended, milliseconds. */
const graceMs = 15_000;

/** Starts the server in a process of its own, passes signals on, and ends with its exit code. */
export function serve() {
  const server = spawn(pinnedNode, [serverEntry], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_ENV: 'production', ...serverEnvironment, ...process.env },
  });
  let isStopping = false;
  const stop = (signal, isAlreadyTold) => {
    if (isStopping) return;
    isStopping = true;
    if (!isAlreadyTold) server.kill(signal);
    setTimeout(() => server.kill('SIGKILL'), graceMs).unref();
  };
  for (const signal of stopSignals) {
    // Ctrl-C on a terminal reaches the server by itself; told twice it would not finish in order.
    process.on(signal, () => stop(signal, signal === 'SIGINT' && Boolean(process.stdin.isTTY)));
  }
  whenOrphaned(() => stop('SIGTERM', false));
  server.on('exit', (code, signal) => process.exit(isStopping && code === null ? 0 : exitCodeOf(code, signal)));
}
