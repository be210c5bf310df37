// For developers: the server, the user app and the console, each reloading on change. One Ctrl-C ends all.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { pinnedNode, root } from './lib/paths.mjs';
import { exitCodeOf, stopSignals, stopWithChildren, whenOrphaned } from './lib/processes.mjs';
import { serverEnvironment } from './lib/server-environment.mjs';
import { main, say } from './lib/terminal.mjs';

const graceMs = 8000;
const apiPort = process.env.API_PORT ?? process.env.PORT ?? '8000';
const userPort = process.env.USER_PORT ?? '8001';
const consolePort = process.env.CONSOLE_PORT ?? '8002';

const programs = [
  {
    name: 'server',
    colour: 36,
    args: ['--watch', '--watch-preserve-output', 'mock-server/main.ts'],
    env: { PORT: apiPort },
  },
  {
    name: 'user',
    colour: 32,
    args: ['node_modules/@umijs/max/bin/max.js', 'dev'],
    // Umi's own compression holds event streams back until they end.
    env: { PORT: userPort, API_PORT: apiPort, UMI_DEV_SERVER_COMPRESS: 'none', BROWSER: 'none' },
  },
  {
    name: 'admin',
    colour: 35,
    args: ['node_modules/vite/bin/vite.js', '-c', 'admin-app/vite.config.ts', '--port', consolePort, '--strictPort'],
    env: { API_PORT: apiPort },
  },
];

/** Prints whole lines under the program's name. */
function relay(stream, { name, colour }) {
  const label = process.stdout.isTTY ? `\x1b[${colour}m${name.padEnd(6)}\x1b[0m` : name.padEnd(6);
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) console.log(`${label} ${line}`);
  });
  stream.on('end', () => rest && console.log(`${label} ${rest}`));
}

function startAll() {
  let isStopping = false;
  let exitCode = 0;
  const children = programs.map((program) => {
    const env = { ...serverEnvironment, ...process.env, NODE_ENV: 'development', ...program.env };
    // Each leads a group of its own, so that Ctrl-C reaches it once and its helpers end with it.
    const child = spawn(pinnedNode, program.args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    relay(child.stdout, program);
    relay(child.stderr, program);
    return Object.assign(child, { program });
  });
  const tell = (signal) => {
    for (const child of children) {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    tell('SIGTERM');
    setTimeout(() => tell('SIGKILL'), graceMs).unref();
  };
  for (const child of children) {
    child.on('exit', (code, signal) => {
      if (!isStopping) {
        exitCode = exitCodeOf(code, signal) || 1;
        say(`${child.program.name} 已退出（${code ?? signal}），其余一并停止`);
      }
      stop();
    });
  }
  for (const signal of stopSignals) process.on(signal, stop);
  whenOrphaned(stop);
  process.on('beforeExit', () => process.exit(exitCode));
}

await main(async () => {
  const stopHandling = stopWithChildren();
  await ensureInstalled('run');
  stopHandling();
  say(
    `用户端 http://localhost:${userPort}/   管理后台 http://localhost:${consolePort}/admin/   接口 http://localhost:${apiPort}/api`,
  );
  startAll();
});
