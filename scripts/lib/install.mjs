import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { contentHash, readStamp } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { inRoot, pinnedNode, root } from './paths.mjs';
import { npm, run } from './processes.mjs';
import { Refusal, say, step } from './terminal.mjs';

const oldestMajor = 20;
const stampFile = 'node_modules/.installed-stamp';
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
  [/ENOSPC/, '磁盘空间不足，安装约需 1.9 GB。'],
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

/** Whether node_modules already holds what the lockfile says, e.g. after somebody's own `npm ci`. */
function isInstalledAsLocked() {
  try {
    const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
    const installed = JSON.parse(readFileSync(inRoot('node_modules/.package-lock.json'), 'utf8')).packages;
    return Object.entries(locked).every(([name, { version, optional, devOptional, peer, link, extraneous }]) => {
      // npm keeps entries that nothing asks for any more in the lockfile, but does not install them.
      if (name === '' || link || extraneous) return true;
      const found = installed[name];
      return found ? found.version === version : Boolean(optional || devOptional || peer);
    });
  } catch {
    return false;
  }
}

const isPinnedNodeReady = async () => (await run(pinnedNode, ['--version'])).isOk;

async function preparePinnedNode() {
  if (await isPinnedNodeReady()) return;
  const result = await npm(['rebuild', 'node', '--loglevel=error'], { timeoutMs: 300_000 });
  if (await isPinnedNodeReady()) return;
  // Where the package has no binary (musl), the Node that runs this script serves if it is of the same line.
  const pinned = JSON.parse(readFileSync(inRoot('node_modules/node/package.json'), 'utf8')).version;
  if (process.platform !== 'win32' && process.versions.node.split('.')[0] === pinned.split('.')[0]) {
    mkdirSync(inRoot('node_modules/node/bin'), { recursive: true });
    rmSync(inRoot('node_modules/node/bin/node'), { force: true });
    symlinkSync(process.execPath, inRoot('node_modules/node/bin/node'));
    if (!existsSync(pinnedNode)) symlinkSync('../node/bin/node', pinnedNode);
    if (await isPinnedNodeReady()) return;
  }
  throw explain(`准备 Node ${pinned} `, result);
}

async function prepareNativeParts() {
  const probe = () => run(pinnedNode, ['-e', nativeProbe]);
  if ((await probe()).isOk) return;
  await npm(['rebuild', 'better-sqlite3', 'sharp', '--loglevel=error'], { timeoutMs: 300_000 });
  const result = await probe();
  if (!result.isOk) throw explain('加载 better-sqlite3 或 sharp ', result);
}

/**
 * Makes node_modules match the lockfile and the pinned Node runnable; returns at once when they are.
 * @returns {Promise<boolean>} whether anything had to be done
 * @throws {Refusal} with a sentence that says what to do
 */
export async function ensureInstalled() {
  checkSurroundings();
  const wanted = contentHash(['package-lock.json'], `${process.platform} ${process.arch}`);
  const isDone = () => readStamp(stampFile) === wanted && existsSync(pinnedNode);
  if (isDone()) return false;
  return withLock(async () => {
    if (isDone()) return false;
    if (!isInstalledAsLocked()) {
      say('首次运行或依赖有变，正在安装依赖（约 1.9 GB，通常一两分钟）');
      const { value } = await step('安装依赖', () =>
        npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']),
      );
      if (!value.isOk) throw explain('安装依赖', value);
    }
    await step('准备 Node 24 与本机组件', async () => {
      await preparePinnedNode();
      await prepareNativeParts();
    });
    writeFileSync(inRoot(stampFile), wanted);
    return true;
  });
}
