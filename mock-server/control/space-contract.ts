import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import { Instant } from '#shared/contract/fields';
import { common, Done } from './contract-parts.ts';

const tag = '空间';

const Space = z.object({
  name: z.string(),
  createdAt: Instant,
  usedAt: Instant,
  /** A space that nobody used for a minute sleeps: its files stay, and the next request wakes it. */
  isAwake: z.boolean(),
});

/** Calls about named worlds. A world is made by the first request that names it. */
export const spaceContract = {
  spaces: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/spaces',
    summary: '当前的空间（current，未命名时为 null）和全部有名字的空间，最近用过的在前',
    tag,
    output: z.object({ current: z.string().nullable(), spaces: z.array(Space) }),
  }),
  removeSpace: endpoint({
    ...common,
    method: 'DELETE',
    path: '/__mock/spaces/:name',
    summary: '结束一个空间并删除其中的一切',
    tag,
    params: z.object({ name: z.string().max(40) }),
    output: z.object(Done),
    errors: ['space.not_found'],
  }),
};
