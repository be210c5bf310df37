import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { flows } from '../support/flows/index.ts';
import { madeByFlows, singleWrites } from '../support/interrupted-calls.ts';
import { startFlowServer } from '../support/interrupted-flow.ts';
import { type WritesOfCalls, writesOfCalls } from '../support/single-writes.ts';

const changing = new Set(
  Object.entries<Endpoint>(contract).flatMap(([name, spec]) => (spec.changesState ? [name] : [])),
);

it('the steps of the flows make just the changing calls that are said to be in them', async () => {
  const made = new Set<string>();
  for (const flow of flows) {
    const server = await startFlowServer();
    let facts: object = await flow.prepare(server);
    await server.pass(0);
    server.answered.clear();
    for (const [, act] of flow.steps) facts = { ...facts, ...(await act(server, facts, false)) };
    await server.close();
    for (const name of server.answered) if (changing.has(name)) made.add(name);
  }
  expect([...made].toSorted()).toEqual(madeByFlows.toSorted());
});

describe('what a single write is', () => {
  let writes: WritesOfCalls;
  beforeAll(async () => {
    writes = await writesOfCalls(singleWrites);
  });

  it.each(singleWrites)('%s writes one commit and nothing else', (name) => {
    expect(writes.get(name)).toEqual(['commit zhuhui.db']);
  });
});
