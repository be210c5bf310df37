import { expect, test, vi } from 'vitest';
import { api } from '../lib/api';
import { countSharesOf } from './share';

vi.mock('../lib/api', () => ({ api: { shares: vi.fn() } }));
vi.mock('../lib/server-list', () => ({}));
vi.mock('../lib/server-state', () => ({}));

test('links of works are looked for until each picture has its own, and no further', async () => {
  const pages = [['one', 'other'], ['two'], ['three']];
  const shares = vi.mocked(api.shares).mockImplementation((async ({ cursor = '0' }: { cursor?: string }) => {
    const page = Number(cursor);
    const list = (pages[page] ?? []).map((imageId) => ({ imageId }));
    return { list, nextCursor: page + 1 < pages.length ? String(page + 1) : null };
  }) as never);
  const work = (...ids: string[]) => ({ images: ids.map((imageId) => ({ imageId })) }) as never;
  expect(await countSharesOf([work('one', 'two')])).toBe(2);
  expect(shares).toHaveBeenCalledTimes(2);
  expect(await countSharesOf([work('never shared')])).toBe(0);
  expect(shares).toHaveBeenCalledTimes(5);
  expect(await countSharesOf([work()])).toBe(0);
  expect(shares).toHaveBeenCalledTimes(5);
});
