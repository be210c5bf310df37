import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { contentHash, readStamp } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { buildNode, inRoot } from './paths.mjs';
import { precompress } from './precompress.mjs';
import { run } from './processes.mjs';
import { writeServiceWorker } from './service-worker.mjs';
import { Refusal, say, step } from './terminal.mjs';

const toolchain = ['package.json', 'package-lock.json', 'tsconfig.json', 'shared', 'scripts/lib'];

/** Both apps: what they are made of, what makes them, where they go. */
const apps = [
  {
    label: '构建用户端',
    out: 'dist/user',
    base: '',
    sources: ['.umirc.ts', 'user-app', ...toolchain],
    args: ['node_modules/@umijs/max/bin/max.js', 'build'],
    finish: writeServiceWorker,
  },
  {
    label: '构建管理后台',
    out: 'dist/admin',
    base: '/admin',
    sources: ['admin-app', ...toolchain],
    args: ['node_modules/vite/bin/vite.js', 'build', '-c', 'admin-app/vite.config.ts'],
  },
];

const stampOf = (app) => `${app.out}.stamp`;
const pageOf = (app) => inRoot(`${app.out}/index.html`);

function isFresh(app) {
  return existsSync(pageOf(app)) && readStamp(stampOf(app)) === contentHash(app.sources, app.args.join(' '));
}

/**
 * What is wrong with a build that ended with 0, or the empty string: a page without its scripts has been seen.
 */
function faultOf(app) {
  if (!existsSync(pageOf(app))) return `没有生成 ${app.out}/index.html`;
  const scripts = [...readFileSync(pageOf(app), 'utf8').matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g)];
  if (scripts.length === 0) return `${app.out}/index.html 没有引用脚本`;
  const missing = scripts
    .map(([, url]) => url)
    .filter((url) => !existsSync(inRoot(app.out + url.slice(app.base.length))));
  return missing.length === 0 ? '' : `${app.out}/index.html 引用的文件不存在：${missing.join('、')}`;
}

async function build(app) {
  const hash = contentHash(app.sources, app.args.join(' '));
  rmSync(inRoot(stampOf(app)), { force: true });
  await step(app.label, async () => {
    const result = await run(buildNode, app.args, { env: { ...process.env, NODE_ENV: 'production', COMPRESS: '' } });
    const fault = result.isOk ? faultOf(app) : `退出码 ${result.code}`;
    if (fault) {
      const tail = result.output.trim().split('\n').slice(-60).join('\n');
      throw new Refusal(`${app.label}失败：${fault}\n\n${tail}`);
    }
    await app.finish?.(app.out);
    await precompress(app.out);
  });
  writeFileSync(inRoot(stampOf(app)), hash);
}

/** Two builds side by side want a core and about 1.5 GB each. */
function canBuildSideBySide() {
  const memory = Math.min(os.totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return os.availableParallelism() > 1 && memory > 3.5e9;
}

/**
 * Builds the apps whose sources changed since their last build.
 * @returns {Promise<number>} how many were built
 * @throws {Refusal} with the end of the build's output
 */
export async function buildStale() {
  if (apps.every(isFresh)) return 0;
  return withLock(async () => {
    const stale = apps.filter((app) => !isFresh(app));
    if (stale.length === 0) return 0;
    say('正在构建页面');
    if (canBuildSideBySide()) {
      const results = await Promise.allSettled(stale.map(build));
      const messages = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
      if (messages.length > 0) throw new Refusal(messages.join('\n\n'));
    } else {
      for (const app of stale) await build(app);
    }
    return stale.length;
  });
}
