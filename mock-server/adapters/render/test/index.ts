import { tools } from '#shared/tools/registry';
import { JobRefused } from '../../../../engine/base/job.ts';
import { engineTools } from '../../../../engine/tools/index.ts';
import { readWordsOf } from '../../../../engine/tools/read-words.ts';
import { createOperations } from '../operations.ts';
import { type RenderEngine, RenderRefused } from '../port.ts';
import { trialRun } from '../trial-run.ts';
import { drawQuickly } from './quick-results.ts';

const algorithm = 'reduced to 256 pixels and tinted, for tests';

/**
 * An engine for tests of everything around the engine: every tool of the registry gives results of the right number,
 * size and kind within milliseconds, made of its input but without the tool's skill. They count as what the embedded
 * engine's count as, so that prices and words are the product's.
 */
export function createQuickEngine(): RenderEngine {
  let isClosed = false;
  const capabilities = tools.flatMap(({ id }) => {
    const real = engineTools[id];
    return real ? [{ tool: id, quality: real.quality, algorithm }] : [];
  });
  const operations = createOperations(async (request, { signal, report }) => {
    const startedAt = performance.now();
    const quality = engineTools[request.tool]?.quality ?? 'preview';
    try {
      const result = await drawQuickly(request, (fraction, step) => {
        report(fraction, step);
        signal.throwIfAborted();
      });
      const words = readWordsOf(request.tool, request.params);
      return {
        quality,
        ...result,
        ...(words && { words }),
        algorithm,
        ms: Math.max(1, Math.round(performance.now() - startedAt)),
      };
    } catch (error) {
      throw error instanceof JobRefused ? new RenderRefused(error.sentence) : error;
    }
  });

  const engine: Omit<RenderEngine, 'probe'> = {
    name: 'test',
    async describe() {
      return { title: '测试引擎', tools: capabilities, ...(isClosed ? { unavailable: '测试引擎已停止。' } : {}) };
    },
    async start(request) {
      if (isClosed) throw new Error('the test engine is closed');
      if (!capabilities.some(({ tool }) => tool === request.tool)) throw new RenderRefused('测试引擎不支持这个工具。');
      return operations.start(request);
    },
    recover: operations.recover,
    watch: operations.watch,
    readWords: readWordsOf,
    async close() {
      isClosed = true;
      operations.stopAll(new Error('the test engine is closing'));
    },
  };
  return { ...engine, probe: trialRun(engine) };
}
