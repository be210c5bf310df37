import { existsSync } from 'node:fs';
import { pinnedNode } from './paths.mjs';
import { run } from './processes.mjs';
import { say, step } from './terminal.mjs';

const downloadMs = 90_000;
const aptMs = 300_000;

/** Browsers on this machine, as found by tests/support/browser.ts. */
async function look() {
  const { stdout } = await run(pinnedNode, ['tests/support/browser.ts']);
  const { chromium, hasChineseFont } = JSON.parse(stdout);
  return { chromium, hasChineseFont };
}

/**
 * Command for the system's package manager: as root, or through a sudo that asks nothing; undefined when there is
 * neither.
 */
async function aptCommand() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  return (await run('sudo', ['-n', 'true'])).isOk ? ['sudo', '-n', 'apt-get'] : undefined;
}

async function aptInstall(packages) {
  const command = await aptCommand();
  if (command === undefined) return false;
  const [program, ...before] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run(program, [...before, ...args], { env, timeoutMs: aptMs });
  await apt('update', '-qq');
  for (const name of packages) {
    if ((await apt('install', '-y', '-qq', '--no-install-recommends', name)).isOk) return true;
  }
  return false;
}

const downloadChromium = () =>
  run(pinnedNode, ['node_modules/playwright/cli.js', 'install', 'chromium'], { timeoutMs: downloadMs });

/**
 * Finds Chromium and a font with Chinese characters, or gets them: Chromium from Playwright's host, else both from the
 * system's package manager. Says what it did.
 * @returns {Promise<string | undefined>} path of Chromium
 */
export async function ensureBrowser() {
  let found = await look();
  if (!found.chromium) {
    await step('下载 Chromium（Playwright）', downloadChromium);
    found = await look();
  }
  if (!found.chromium) {
    await step('安装 Chromium（apt）', () => aptInstall(['chromium-headless-shell', 'chromium', 'chromium-browser']));
    found = await look();
  }
  if (!found.hasChineseFont) {
    await step('安装中文字体（apt）', () => aptInstall(['fonts-noto-cjk', 'fonts-wqy-zenhei']));
    found = await look();
    if (!found.hasChineseFont) say('  没有中文字体：页面截图里的中文会显示为方框');
  }
  if (found.chromium) say(`  Chromium：${found.chromium}`);
  else say('  没有 Chromium，也无法自动安装。请安装 chromium 或 Google Chrome，或用 CHROMIUM_PATH 指明它的路径。');
  return found.chromium;
}
