import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

/** Assets lost with an account. */
export const ErasureLosses = z.object({
  tickets: z.object({ normal: z.int(), live: z.int(), gpt: z.int() }),
  planExpiresAt: Instant.nullable(),
  isMember: z.boolean(),
  works: z.int(),
  pictures: z.int(),
  conversations: z.int(),
});

/** Effects of deleting an account's personal data today. */
export const ErasureMeaning = z.object({
  /** Days from a request to its carrying out, in which it can be withdrawn. */
  waitsDays: z.int(),
  /** Open matters, which delay the deletion until they are settled. */
  open: z.object({ orders: z.int(), tasks: z.int(), refunds: z.int() }),
  lost: ErasureLosses,
  /** Records that the law requires to be kept, as Chinese sentences. */
  kept: z.array(z.string()),
});
export type ErasureMeaning = z.infer<typeof ErasureMeaning>;

/** Words to type as a confirmation of closing the account. */
export const closingWords = '注销账号';

const own = { access: 'user', tag: '登录' } as const;

// chosen by this project (docs/RULES.md R2) for the law on personal information
/** A person's own account, closed by themselves. */
export const ownErasureContract = {
  ownErasure: endpoint({
    ...own,
    method: 'GET',
    path: '/api/user/erasure',
    summary: '注销自己的账号意味着什么：未了结的、会失去的、依法保留的',
    output: ErasureMeaning,
    errors: ['personal.not_a_customer'],
  }),
  requestOwnErasure: endpoint({
    ...own,
    method: 'POST',
    path: '/api/user/erasure',
    summary: '申请注销自己的账号：立即退出所有登录，等待期满自动删除；期内重新登录可以撤回',
    input: z.object({ confirmation: z.string().refine((typed) => typed === closingWords, `请输入“${closingWords}”`) }),
    output: z.object({ dueAt: Instant }),
    errors: ['personal.not_a_customer', 'personal.already_requested'],
  }),
  withdrawOwnErasure: endpoint({
    ...own,
    method: 'POST',
    path: '/api/user/erasure/withdraw',
    summary: '撤回注销自己账号的申请',
    errors: ['personal.none_waiting'],
  }),
} as const;
