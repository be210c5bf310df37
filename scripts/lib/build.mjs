import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { contentHash, readStamp, statusHash } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { buildNode, inRoot } from './paths.mjs';
import { precompress } from './precompress.mjs';
import { run } from './processes.mjs';
import { serverBundle, serverEntry } from './server-entry.mjs';
import { writeServiceWorker } from './service-worker.mjs';
import { Refusal, say, step } from './terminal.mjs';

const toolchain = ['package.json', 'package-lock.json', 'tsconfig.json', 'shared', 'scripts/lib'];

/** Build targets: sources, command, output folder, and the check of the result. */
const targets = [
  {
    label: '构建用户端',
    out: 'dist/user',
    main: 'dist/user/index.html',
    sources: ['.umirc.ts', 'user-app', ...toolchain],
    args: ['node_modules/@umijs/max/bin/max.js', 'build'],
    faultOf: () => faultOfPage('dist/user', ''),
    async finish() {
      await writeServiceWorker('dist/user');
      await precompress('dist/user');
    },
  },
  {
    label: '构建管理后台',
    out: 'dist/admin',
    main: 'dist/admin/index.html',
    sources: ['admin-app', ...toolchain],
    args: ['node_modules/vite/bin/vite.js', 'build', '-c', 'admin-app/vite.config.ts'],
    faultOf: () => faultOfPage('dist/admin', '/admin'),
    finish: () => precompress('dist/admin'),
  },
  {
    label: '打包服务端',
    out: serverBundle,
    main: serverEntry,
    sources: ['mock-server', 'engine', ...toolchain],
    extension: /\.(ts|json|mjs)$/,
    args: ['scripts/lib/server-bundle.mjs'],
    faultOf: () => (existsSync(inRoot(serverEntry)) ? '' : `没有生成 ${serverEntry}`),
    async finish() {},
  },
];

const stampOf = (target) => `${target.out}.stamp`;
const hashedBy = (hash, { sources, args, extension }) => hash(sources, args.join(' '), extension);

/**
 * A stamp has two lines: the hash of what a target was built from, and of the times of change of these files, which are
 * read first: a file that is written meanwhile makes the target stale.
 */
function isFresh(target) {
  if (!existsSync(inRoot(target.main))) return false;
  const [content, status] = readStamp(stampOf(target)).split('\n');
  const statusNow = hashedBy(statusHash, target);
  if (status === statusNow) return true;
  if (content !== hashedBy(contentHash, target)) return false;
  writeStamp(target, content, statusNow);
  return true;
}

const writeStamp = (target, content, status) => writeFileSync(inRoot(stampOf(target)), `${content}\n${status}`);

/**
 * Returns a sentence when the output is incomplete although the build ended with 0, which has happened; else the empty
 * string.
 * @param {string} out folder @param {string} base path at which it is served
 */
function faultOfPage(out, base) {
  const page = inRoot(`${out}/index.html`);
  if (!existsSync(page)) return `没有生成 ${out}/index.html`;
  const scripts = [...readFileSync(page, 'utf8').matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g)];
  if (scripts.length === 0) return `${out}/index.html 没有引用脚本`;
  const missing = scripts.map(([, url]) => url).filter((url) => !existsSync(inRoot(out + url.slice(base.length))));
  return missing.length === 0 ? '' : `${out}/index.html 引用的文件不存在：${missing.join('、')}`;
}

async function build(target) {
  const status = hashedBy(statusHash, target);
  const content = hashedBy(contentHash, target);
  rmSync(inRoot(stampOf(target)), { force: true });
  await step(target.label, async () => {
    const env = { ...process.env, NODE_ENV: 'production', COMPRESS: '' };
    const result = await run(buildNode, target.args, { env });
    const fault = result.isOk ? target.faultOf() : `退出码 ${result.code}`;
    if (fault) {
      const tail = result.output.trim().split('\n').slice(-60).join('\n');
      throw new Refusal(`${target.label}失败：${fault}\n\n${tail}`);
    }
    await target.finish();
  });
  writeStamp(target, content, status);
}

/** Two builds side by side want a core and about 1.5 GB each. */
function canBuildSideBySide() {
  const memory = Math.min(os.totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return os.availableParallelism() > 1 && memory > 3.5e9;
}

/**
 * Builds the apps and the server where their sources changed since the last build.
 * @returns {Promise<number>} how many were built
 * @throws {Refusal} with the end of the build's output
 */
export async function buildStale() {
  if (targets.every(isFresh)) return 0;
  return withLock(async () => {
    const stale = targets.filter((target) => !isFresh(target));
    if (stale.length === 0) return 0;
    say('正在构建');
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
