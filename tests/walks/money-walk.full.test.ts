import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOf, shortest, startWalk } from '../support/money-walk.ts';

/** Another history: `WALK_SEED=7`. */
const seed = Number(process.env.WALK_SEED ?? 20_261_127);
const parts = Array.from({ length: 20 }, (_each, part) => part);
const partLength = 500;
const history = historyOf(seed, parts.length * partLength, 80);

let walk: Awaited<ReturnType<typeof startWalk>>;
/** Position of the operation after which something differed. */
let lostAt: number | undefined;
beforeAll(async () => {
  walk = await startWalk();
});
afterAll(() => walk.close());

it.each(parts)(
  'the books of ten people are what plain arithmetic says, whenever the server is killed (%i)',
  async (part) => {
    expect(lostAt, 'an earlier part went wrong').toBe(undefined);
    const from = part * partLength;
    const found = await walk.go(history.slice(from, from + partLength));
    if (!found) return;
    lostAt = from + found.position;
    const operation = JSON.stringify(history[lostAt]);
    expect.fail(`WALK_SEED=${seed}, operation ${lostAt} ${operation}:\n${found.faults.join('\n')}`);
  },
);

it('tells the shortest history that goes wrong', async () => {
  if (lostAt === undefined) return;
  const cut = await shortest(history.slice(0, lostAt + 1), 60_000);
  const told = cut.map(({ verb, who, choice, killAfter }) => JSON.stringify({ verb, who, choice, killAfter }));
  expect.fail(`WALK_SEED=${seed}\n${told.join('\n')}`);
});
