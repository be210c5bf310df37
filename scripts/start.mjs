// One command to run everything: installs what is missing, builds what is stale, serves it all on one port.
import { spawn } from 'node:child_process';
import { buildStale } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { pinnedNode, root } from './lib/paths.mjs';
import { exitCodeOf, stopSignals, stopWithChildren, whenOrphaned } from './lib/processes.mjs';
import { serverEnvironment } from './lib/server-environment.mjs';
import { main } from './lib/terminal.mjs';

/** How long the server may take to finish what it is doing before it is ended. */
const graceMs = 15_000;

function serve() {
  const server = spawn(pinnedNode, ['mock-server/main.ts', ...process.argv.slice(2)], {
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

await main(async () => {
  const stopHandling = stopWithChildren();
  await ensureInstalled();
  await buildStale();
  stopHandling();
  serve();
});
