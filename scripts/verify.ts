import { StartRefusal } from '../mock-server/start-refusal.ts';
import { dataFolder } from './lib/data-folder.ts';
import { Unreadable, verifyData } from './lib/verify.ts';

/**
 * npm run verify: checks a data folder, also while the server runs: databases, books, audit, and every file against its
 * row. Changes nothing. Ends with 0: whole; 1: faults, one line each; 2: could not be read.
 */
const dataDir = dataFolder();
const isInteractive = process.stderr.isTTY;
const drawEveryMs = 100;
let drawnAt = 0;

function clearLine(): void {
  if (isInteractive) process.stderr.write('\r\x1b[2K');
}

function draw(what: string, done: number, all: number): void {
  if (!isInteractive || (done > 0 && performance.now() - drawnAt < drawEveryMs)) return;
  drawnAt = performance.now();
  const share = all > 0 ? ` ${done.toLocaleString('en')} / ${all.toLocaleString('en')}` : '';
  process.stderr.write(`\r\x1b[2K  … 核对${what}${share}`);
}

try {
  const onFault = (sentence: string) => {
    clearLine();
    console.error(`${sentence}。`);
  };
  const { faults, files, bytes, checks, auditRows } = await verifyData(dataDir, { onFault, onProgress: draw });
  clearLine();
  const extent = `${files} 个文件（${(bytes / 1024 ** 2).toFixed(1)} MB）、${checks} 项账目、${auditRows} 条审计`;
  if (faults === 0) console.log(`数据完整：${extent}，全部相符。`);
  else console.error(`共 ${faults} 处问题；核对了 ${extent}。`);
  process.exitCode = faults === 0 ? 0 : 1;
} catch (error) {
  clearLine();
  const isSaid = error instanceof Unreadable || error instanceof StartRefusal;
  console.error(isSaid ? `${error.message}。` : `数据目录 ${dataDir} 读不出：${(error as Error).message}。`);
  process.exitCode = 2;
}
