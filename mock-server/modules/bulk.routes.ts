import type { bulkContract } from '#shared/contract/bulk';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../http/mount.ts';
import type { ManageService } from './account/manage.service.ts';
import type { Bulk, BulkVerb } from './bulk.ts';
import type { GalleryDesk } from './gallery/desk.service.ts';
import type { ProductDesk } from './product/product-desk.service.ts';
import type { RedeemDesk } from './redeem/redeem-desk.service.ts';

interface BulkDeps {
  bulk: Bulk;
  manage: ManageService;
  productDesk: ProductDesk;
  redeemDesk: RedeemDesk;
  galleryDesk: GalleryDesk;
}

export function bulkRoutes({ bulk, manage, productDesk, redeemDesk, galleryDesk }: BulkDeps) {
  const { rows } = manage;
  const shelve = (title: string, isOnShelf: boolean): BulkVerb => ({
    permission: 'product.write',
    title,
    row: (tx, id, { caller, facts }) => productDesk.shelveRow(tx, caller, id, isOnShelf, facts),
  });
  const decide = (title: string, state: 'public' | 'rejected'): BulkVerb => ({
    permission: 'gallery.review',
    title,
    row: (tx, id, { caller, facts, reason }) => galleryDesk.decideRow(tx, caller, Number(id), { state, reason }, facts),
  });
  const accounts = {
    ban: {
      permission: 'account.ban',
      title: '停用账号',
      row: (tx, id, { caller, facts, reason }) =>
        rows.update(tx, caller, id, { status: 'banned', statusReason: reason }, facts),
    },
    unban: {
      permission: 'account.ban',
      title: '恢复使用账号',
      row: (tx, id, { caller, facts }) => rows.update(tx, caller, id, { status: 'active', statusReason: '' }, facts),
    },
    delete: {
      permission: 'account.delete',
      title: '删除账号',
      row: (tx, id, { caller, facts }) => rows.remove(tx, caller, id, facts),
    },
    restore: {
      permission: 'account.delete',
      title: '找回账号',
      row: (tx, id, { caller, facts }) => rows.restore(tx, caller, id, facts),
    },
  } satisfies Record<string, BulkVerb>;
  const products = { onShelf: shelve('上架商品', true), offShelf: shelve('下架商品', false) };
  const batches = {
    disable: {
      permission: 'redeem.write',
      title: '停用兑换码批次',
      row: (tx, id, { caller, facts }) => redeemDesk.disableRow(tx, caller, id, facts),
    },
  } satisfies Record<string, BulkVerb>;
  const reviews = { approve: decide('通过图片', 'public'), reject: decide('驳回图片', 'rejected') };
  /** Verbs that people are told the reason of. */
  const needsReason = (isNeeded: boolean, reason: string | undefined) => {
    if (isNeeded && (reason ?? '').length < 2)
      throw new ProductError('request.invalid', { fields: { reason: ['请写明理由'] } });
  };

  return {
    bulkAccounts: ({ caller, input, facts }) => {
      needsReason(input.verb === 'ban', input.reason);
      return bulk('accounts', accounts[input.verb], input, caller, facts);
    },
    bulkProducts: ({ caller, input, facts }) => bulk('products', products[input.verb], input, caller, facts),
    bulkRedeemBatches: ({ caller, input, facts }) => bulk('redeemBatches', batches[input.verb], input, caller, facts),
    bulkGalleryReviews: ({ caller, input, facts }) => {
      needsReason(input.verb === 'reject', input.reason);
      return bulk('galleryReviews', reviews[input.verb], input, caller, facts);
    },
  } satisfies Handlers<typeof bulkContract>;
}
