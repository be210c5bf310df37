import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentHash, readStamp } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { isInstalledAsLocked } from './locked.mjs';
import { oldestMajor } from './node-versions.mjs';
import { inRoot, pinnedNode, root } from './paths.mjs';
import { npm, run } from './processes.mjs';
import { removeAllSurplus } from './surplus.mjs';
import { Refusal, say, step } from './terminal.mjs';

/** @typedef {import('./locked.mjs').Scope} Scope */

/** Stamp file of each scope: a hash of the files it was installed from. @type {Record<Scope, string>} */
const stampFiles = { run: 'node_modules/.installed-stamp', all: 'node_modules/.installed-all-stamp' };
const nodeStampFile = 'scripts/node/node_modules/.ready-stamp';
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
const nativeProbe = "new (require('better-sqlite3'))(':memory:').close(); require('sharp');";

function checkSurroundings() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestMajor) {
    throw new Refusal(
      `需要 Node ${oldestMajor} 或更新的版本，当前是 ${process.version}。请从 https://nodejs.org 安装后重试。`,
    );
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Refusal(`没有写入权限：${root}。请换一个目录，或把目录的所有者改为当前用户。`);
  }
}

const reasons = [
  [/EACCES|EPERM|EROFS/, '没有写入权限。请检查目录和 npm 缓存（npm config get cache）的所有者。'],
  [/ENOSPC/, '磁盘空间不足，安装约需 0.9 GB。'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    '连不上 npm 软件源。请检查网络或代理，必要时用 npm config set registry <地址> 换一个软件源。',
  ],
  [/EINTEGRITY/, '下载的文件与锁文件不符。请执行 npm cache clean --force 后重试。'],
  [
    /can only install packages when your package.json and package-lock.json/,
    'package.json 与 package-lock.json 不一致。',
  ],
  [/ENOENT.*npm|not found/i, '找不到 npm。请安装带 npm 的 Node。'],
];

function explain(what, result) {
  const reason = reasons.find(([pattern]) => pattern.test(result.output))?.[1] ?? '';
  const tail = result.output.trim().split('\n').slice(-15).join('\n');
  return new Refusal(`${what}失败（退出码 ${result.code}）。${reason}\n\n${tail}`);
}

/** A lock file or npm's own record of what is installed; nothing where there is none. */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {Scope} scope */
function isInstalled(scope) {
  const installed = packagesIn('node_modules/.package-lock.json');
  return installed !== undefined && isInstalledAsLocked(packagesIn('package-lock.json'), installed, scope);
}

/** @param {Scope} scope */
async function installPackages(scope) {
  const isAddition = scope === 'all' && isInstalled('run');
  say(isAddition ? '正在补装检查与测量用的依赖' : '首次运行或依赖有变，正在安装依赖（约 0.8 GB，通常不到一分钟）');
  // `ci` would remove what is there and install it again; `--no-save` leaves manifest and lock file as they are.
  const command = isAddition ? ['install', '--no-save'] : ['ci'];
  const { value } = await step(isAddition ? '补装依赖' : '安装依赖', () =>
    npm([...command, scope === 'all' ? '--include=dev' : '--omit=dev', ...quietly]),
  );
  if (!value.isOk) throw explain('安装依赖', value);
}

/**
 * Makes node_modules match the lock file; returns at once when it does. A checkout that once had the development
 * dependencies keeps them.
 * @param {Scope} scope
 * @returns {Promise<boolean>} whether anything had to be done
 * @throws {Refusal} with a sentence that says what to do
 */
export async function ensurePackages(scope) {
  checkSurroundings();
  const wanted = contentHash(['package-lock.json'], `${process.platform} ${process.arch}`);
  const isDone = () => readStamp(stampFiles[scope]) === wanted;
  if (isDone()) return false;
  return withLock(async () => {
    if (isDone()) return false;
    const whole = readStamp(stampFiles.all) === '' ? scope : 'all';
    if (!isInstalled(whole)) await installPackages(whole);
    removeAllSurplus();
    if (whole === 'all') writeFileSync(inRoot(stampFiles.all), wanted);
    writeFileSync(inRoot(stampFiles.run), wanted);
    return true;
  });
}

const isPinnedNodeReady = async () => (await run(pinnedNode, ['--version'])).isOk;

async function downloadNode() {
  if (await isPinnedNodeReady()) return;
  const result = await npm(['ci', '--prefix', 'scripts/node', '--include=optional', ...quietly], {
    timeoutMs: 300_000,
  });
  if (await isPinnedNodeReady()) return;
  if (!result.isOk) throw explain('下载 Node 24 ', result);
  throw new Refusal(`没有适合 ${process.platform} ${process.arch} 的 Node 24。请自行安装 Node 24 或更新的版本后重试。`);
}

async function prepareNativeParts() {
  const probe = () => run(pinnedNode, ['-e', nativeProbe]);
  if ((await probe()).isOk) return;
  await npm(['rebuild', 'better-sqlite3', 'sharp', '--loglevel=error'], { timeoutMs: 300_000 });
  const result = await probe();
  if (!result.isOk) throw explain('加载 better-sqlite3 或 sharp ', result);
}

/**
 * Makes the Node that runs the server ready, with the native parts that it loads; returns at once when it is. Needs the
 * packages, and may run beside a build.
 * @throws {Refusal} with a sentence that says what to do
 */
export async function ensureNode() {
  const wanted = contentHash(['scripts/node/package-lock.json', 'package-lock.json'], pinnedNode);
  const isDone = () => readStamp(nodeStampFile) === wanted && existsSync(pinnedNode);
  if (isDone()) return;
  await withLock(async () => {
    if (isDone()) return;
    await step('准备 Node 24 与本机组件', async () => {
      await downloadNode();
      removeAllSurplus();
      await prepareNativeParts();
    });
    mkdirSync(path.dirname(inRoot(nodeStampFile)), { recursive: true });
    writeFileSync(inRoot(nodeStampFile), wanted);
  }, 'node');
}

/**
 * Packages and Node, for what needs both from the start.
 * @param {Scope} scope
 * @throws {Refusal} with a sentence that says what to do
 */
export async function ensureInstalled(scope) {
  await ensurePackages(scope);
  await ensureNode();
}
