import { expect, it } from 'vitest';
import { createMemoryRoom } from '../../memory-room.ts';
import { createKeptExchanges, type Kept } from './kept-exchanges.ts';

const kept = (bytes: number) => ({ head: {}, raw: undefined, read: undefined, bytes }) as unknown as Kept;
const bytesIn = (exchanges: ReturnType<typeof createKeptExchanges>) => exchanges.all().map(({ bytes }) => bytes);

it('journals of several worlds share their memory: the largest forgets its oldest bodies', () => {
  const room = createMemoryRoom(100);
  const [large, small, late] = Array.from({ length: 3 }, () =>
    createKeptExchanges({ whenEmptied: () => undefined }, 10, room),
  );
  for (const bytes of [30, 30, 20]) large!.add(kept(bytes));
  small!.add(kept(20));
  expect([bytesIn(large!), bytesIn(small!)]).toEqual([[30, 30, 20], [20]]);
  late!.add(kept(15));
  expect([bytesIn(large!), bytesIn(small!), bytesIn(late!)]).toEqual([[0, 30, 20], [20], [15]]);
  large!.close();
  late!.add(kept(65));
  expect([bytesIn(large!), bytesIn(small!), bytesIn(late!)]).toEqual([[], [20], [15, 65]]);
});
