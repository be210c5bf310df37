import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plans } from '#shared/domain/plan';
import { resultQualities } from '#shared/domain/quality';
import { priceOf } from '#shared/tools/price';
import { runPriceWords, unitPriceWords } from '#shared/tools/price-words';
import { tools } from '#shared/tools/registry';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { completeParams } from '../support/tool-params.ts';

const ids = tools.map(({ id }) => id);

describe.each(resultQualities)('with an engine that makes a %s', (quality) => {
  let server: TestServer;
  beforeAll(async () => {
    const engine = createTestEngine(ids);
    const able = { ...(await engine.describe()), tools: ids.map((tool) => ({ tool, quality, algorithm: 'none' })) };
    engine.hold();
    server = await startTestServer({ engine: { ...engine, describe: async () => able } });
  });
  afterAll(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
  });

  // The plan changes the daily allowance alone; every quality meets it once.
  it.each(quality === resultQualities[0] ? plans : plans.slice(0, 1))(
    'card, button and what the server holds agree for every tool on the %s plan',
    async (plan) => {
      const member = await server.member({ plan, tickets: { normal: 1000 } });
      const { imageId } = await member.upload(await drawPicture());
      const offers = await member.api.toolOffers();
      const offer = { quality, priceFactor: 1, hasFreeOutputs: true };
      expect(offers).toEqual(Object.fromEntries(ids.map((id) => [id, offer])));
      const allowance = await member.api.freeAllowance();
      const engines = new Map((await member.api.tools()).map((answer) => [answer.id, answer.engines]));

      for (const tool of tools) {
        const params = completeParams(tool, imageId);
        const engine = engines.get(tool.id)?.[0];
        const price = priceOf(tool, params, allowance[tool.id] ?? 0, engine);
        const card = unitPriceWords(tool, offers[tool.id]);
        const button = runPriceWords(price, tool.ticket.kind);

        const { taskId } = await member.api.startTask({ tool: tool.id, params, clientKey: `${plan}-${tool.id}` });
        const { ticket } = await member.api.getTaskByTaskId({ taskId });
        await member.api.cancelTask({ taskId });
        expect(ticket.held, tool.id).toBe(price.total);
        if (ticket.held > 0) {
          expect(button, tool.id).toBe(`最多 ${ticket.held} 券`);
          expect(card, tool.id).toMatch(
            new RegExp(`^${quality === 'preview' ? '最多 ' : ''}${ticket.held / price.outputs} 券 / [张条]$`),
          );
        } else if (tool.ticket.kind === 'live') {
          // Drawing is paid by the minute; what the button keeps of it costs nothing.
          expect([card, button], tool.id).toEqual(['1 实时券 / 分钟', '免费']);
        } else {
          expect(card, tool.id).toBe(tool.ticket.freeDaily ? `每日前 ${tool.ticket.freeDaily} 张免费` : button);
        }
      }
    },
  );
});
