import { z } from 'zod';
import type { StaffPermission } from '../domain/staff-permissions.ts';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id } from './fields.ts';
import { manyLines } from './text.ts';

/** Records of one bulk call at most. */
const mostBulkRows = 500;

export const BulkFailure = z.object({
  id: z.string(),
  /** Of the error catalogue, and its sentence. */
  reason: z.string(),
  message: z.string(),
});

export const BulkAnswer = z.object({
  done: z.array(z.string()),
  failed: z.array(BulkFailure),
  /** By which all of it is undone; null where nothing changed. */
  changeId: Id.nullable(),
});
export type BulkAnswer = z.infer<typeof BulkAnswer>;

export interface BulkAsk {
  verb: string;
  ids: string[];
  reason?: string | undefined;
  clientKey: string;
}

/**
 * The bulk call of a resource: `POST /api/admin/v1/<resource>/bulk`. Each row for itself; the same `clientKey` is done
 * once. @param verbs with the right that each takes
 */
function bulkEndpoint<const Verb extends string>(resource: string, what: string, verbs: Record<Verb, StaffPermission>) {
  const call = endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    encoding: 'json',
    path: `/api/admin/v1/${resource}/bulk`,
    summary: `批量处理${what}，最多 ${mostBulkRows} 条；每条各自成败，整批一次撤销`,
    input: z.object({
      verb: z.enum(Object.keys(verbs) as Verb[]),
      ids: z.array(Id).min(1, '请选择要处理的记录').max(mostBulkRows, `一次最多处理${mostBulkRows}条`),
      reason: manyLines(z.string().trim().max(200, '理由最多200字')).optional(),
      clientKey: ClientKey,
    }),
    output: BulkAnswer,
    errors: ['request.client_key_reused'],
  });
  return { ...call, verbs };
}

export const bulkContract = {
  bulkAccounts: bulkEndpoint('accounts', '账号', {
    ban: 'account.ban',
    unban: 'account.ban',
    delete: 'account.delete',
    restore: 'account.delete',
  }),
  bulkProducts: bulkEndpoint('products', '商品', { onShelf: 'product.write', offShelf: 'product.write' }),
  bulkTasks: bulkEndpoint('tasks', '任务', {
    redrive: 'task.write',
    cancel: 'task.write',
    moveFront: 'task.write',
    moveBack: 'task.write',
  }),
  bulkRedeemBatches: bulkEndpoint('redeemBatches', '兑换码批次', { disable: 'redeem.write' }),
  bulkGalleryReviews: bulkEndpoint('galleryReviews', '图库审核', {
    approve: 'gallery.review',
    reject: 'gallery.review',
  }),
} as const;
