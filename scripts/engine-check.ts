import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createModelHost } from '../engine/models/host.ts';
import { createEmbeddedControl } from '../mock-server/adapters/control/embedded.ts';
import { readEnginesFile } from '../mock-server/adapters/render/engines-file.ts';
import { realEngines } from '../mock-server/adapters/render/real.ts';
import { ConfigError, readConfig } from '../mock-server/config.ts';
import { StartRefusal } from '../mock-server/start-refusal.ts';
import { givenPath } from './lib/data-folder.ts';
import { checkBases, checkEngine, leastStructure, tableOf } from './lib/engine-check.ts';

/**
 * npm run engine:check <name> [folder]: renders five fixed bases on an engine of `ENGINES_FILE` and prints structure
 * score, colour shift, seconds and cost of each; results are kept in the folder. The service may charge for it. Ends
 * with 0: all are good; 1: some are not; 2: there is no such engine, or it cannot be used.
 */
async function main(name: string | undefined, folder: string | undefined): Promise<number> {
  const { enginesFile } = readConfig(process.env);
  const engines = enginesFile === undefined ? [] : readEnginesFile(enginesFile);
  const settings = engines.find((engine) => engine.name === name);
  if (!settings) {
    const known = engines.map((engine) => engine.name).join('、');
    console.error(`用法：npm run engine:check <引擎> [存放结果的文件夹]；ENGINES_FILE 里的引擎：${known || '无'}。`);
    return 2;
  }
  const host = await createModelHost({ warn: (words, error) => console.error(words, error) });
  const control = createEmbeddedControl({ models: () => ({ address: host.address, slots: {} }) });
  const notes = await mkdtemp(path.join(tmpdir(), 'engine-check-'));
  const [engine] = realEngines([settings], { control, folder: notes });
  try {
    const { unavailable } = await engine!.describe();
    if (unavailable !== undefined) {
      console.error(`「${settings.title}」不能使用：${unavailable}。`);
      return 2;
    }
    const keep = folder === undefined ? undefined : givenPath(folder);
    if (keep !== undefined) await mkdir(keep, { recursive: true });
    console.log(`在「${settings.title}」上渲染 ${checkBases.length} 张固定底图，外部服务可能收费。`);
    const done = await checkEngine(engine!, ({ title, fault }) => console.log(`  ${title}：${fault ?? '完成'}`), keep);
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
