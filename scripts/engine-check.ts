import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createModelHost } from '../engine/models/host.ts';
import { createEmbeddedControl } from '../mock-server/adapters/control/embedded.ts';
import { createEngineChecks } from '../mock-server/adapters/render/engine-checks.ts';
import { realEngines } from '../mock-server/adapters/render/real.ts';
import { ConfigError, readConfig } from '../mock-server/config.ts';
import { StartRefusal } from '../mock-server/start-refusal.ts';
import { givenPath } from './lib/data-folder.ts';
import { type CheckedRun, checkEngine, leastStructure, plannedRuns, tableOf } from './lib/engine-check.ts';
import { knownEngines } from './lib/known-engines.ts';

/**
 * npm run engine:check <name> [folder]: renders fixed bases on an engine of `ENGINES_FILE` or of the console, so many
 * that each of its methods makes a picture, and prints structure score, colour shift, seconds and cost of each; pictures
 * are kept in the folder, and the data folder keeps what was passed. The service may charge for it. Ends with 0: all are
 * good; 1: some are not; 2: there is no such engine, or it cannot be used.
 */
async function main(name: string | undefined, folder: string | undefined): Promise<number> {
  const { enginesFile, dataDir } = readConfig(process.env);
  const engines = knownEngines({ enginesFile, dataDir });
  const settings = engines.find((engine) => engine.name === name);
  if (!settings) {
    const known = engines.map((engine) => engine.name).join('、');
    console.error(`用法：npm run engine:check <引擎> [存放结果的文件夹]；文件和控制台里的引擎：${known || '无'}。`);
    return 2;
  }
  const host = await createModelHost({ warn: (words, error) => console.error(words, error) });
  const control = createEmbeddedControl({ models: () => ({ address: host.address, slots: {} }) });
  const notes = await mkdtemp(path.join(tmpdir(), 'engine-check-'));
  const [engine] = realEngines([settings], { control, folder: notes });
  try {
    const { unavailable, tools } = await engine!.describe();
    if (unavailable !== undefined) {
      console.error(`「${settings.title}」不能使用：${unavailable}。`);
      return 2;
    }
    const keep = folder === undefined ? undefined : givenPath(folder);
    if (keep !== undefined) await mkdir(keep, { recursive: true });
    const planned = plannedRuns(tools);
    if (planned.length === 0) {
      console.error(`「${settings.title}」没有能试的工具。`);
      return 2;
    }
    console.log(`在「${settings.title}」上渲染 ${planned.length} 张固定底图，外部服务可能收费。`);
    const tell = ({ title, fault }: CheckedRun) => console.log(`  ${title}：${fault ?? '完成'}`);
    const done = await checkEngine(engine!, planned, tell, keep);
    await createEngineChecks(dataDir).keep(settings, { checkedAt: Date.now(), runs: done });
    console.log(tableOf(done));
    console.log(`结构分低于 ${leastStructure} 视为与底图不符；色差是与底图的平均 ΔE，白模和线稿上色后自然较大。`);
    return done.some(({ fault }) => fault !== undefined) ? 1 : 0;
  } finally {
    await engine!.close();
    await control.close();
    await host.close();
    await rm(notes, { recursive: true, force: true });
  }
}

try {
  const [name, folder] = process.argv.slice(2);
  process.exitCode = await main(name, folder);
} catch (error) {
  if (!(error instanceof StartRefusal) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
