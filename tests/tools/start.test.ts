import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from '#shared/tools/price';
import { tools } from '#shared/tools/registry';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { completeParams } from '../support/tool-params.ts';

let server: TestServer;
let member: Member;
let imageId: string;
beforeAll(async () => {
  server = await startTestServer({ tools: [] });
  member = await server.member({ tickets: { normal: 1000, live: 1000, gpt: 1000 } });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const ids = tools.map((tool) => [tool.id, tool] as const);

describe('every tool', () => {
  it.each(ids)('%s fills its form with defaults it accepts itself', (_id, tool) => {
    const params = tool.params.parse(completeParams(tool, imageId));
    for (const [name, value] of Object.entries(completeParams(tool, imageId)))
      expect(params[name as never], name).toEqual(value);
    expect(tool.params.parse(params)).toEqual(params);
    const price = priceOf(tool, params as Record<string, unknown>, 0);
    expect(Number.isInteger(price.total) && price.total >= 0).toBe(true);
    expect(price.outputs).toBeGreaterThan(0);
  });

  it.each(ids)('%s is refused with a clear sentence while nothing can run it', async (id, tool) => {
    const answer = await refusal(
      member.api.startTask({ tool: id, params: completeParams(tool, imageId), clientKey: id }),
    );
    expect(answer).toMatchObject({
      status: 409,
      reason: 'tool.no_engine',
      message: `当前没有可以运行「${tool.title}」的引擎`,
    });
  });

  it.each(ids)('%s refuses an empty form and unknown parameters, field by field', async (id, tool) => {
    const answer = await refusal(member.api.startTask({ tool: id, params: { surprise: 1 }, clientKey: `${id}-bad` }));
    expect(answer).toMatchObject({ status: 422, reason: 'task.params' });
    expect(answer.fields?._?.join()).toContain('surprise');
    const required = Object.entries(tool.fields)
      .filter(([, field]) => !field.schema.safeParse(undefined).success)
      .map(([name]) => name);
    for (const name of required) expect(Object.keys(answer.fields ?? {}), name).toContain(name);
  });

  it('held no ticket and left no task', async () => {
    expect((await member.api.getTaskList()).total).toBe(0);
    expect(await Promise.all(([1, 2, 3] as const).map((type) => member.api.totalTicket({ type })))).toEqual([
      1023, 1003, 1030,
    ]);
  });

  it('is in the public list, in the order of the registry, with its fields and price and without engines', async () => {
    const list = await server.visitor().api.tools();
    expect(list.map(({ id }) => id)).toEqual(tools.map(({ id }) => id));
    for (const [index, tool] of tools.entries()) {
      const entry = list[index];
      expect(entry).toMatchObject({
        paths: [...tool.paths],
        title: tool.title,
        group: tool.group,
        ticket:
          tool.ticket.freeDaily === undefined
            ? { kind: tool.ticket.kind, cost: tool.ticket.cost }
            : { freeDaily: tool.ticket.freeDaily },
      });
      expect(entry?.fields.map(({ name }) => name)).toEqual(Object.keys(tool.fields));
      expect(entry?.engines).toEqual([]);
    }
  });
});
