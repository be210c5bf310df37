import { bulkContract } from '#shared/contract/bulk';
import type { StaffPermission } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../../../http/mount.ts';
import type { GalleryDesk } from '../../gallery/desk/desk.service.ts';
import type { AccountDesk } from '../../identity/account/account-desk.service.ts';
import type { ProductDesk } from '../../shop/product/product-desk.service.ts';
import type { RedeemDesk } from '../../shop/redeem/redeem-desk.service.ts';
import type { TaskDesk } from '../../studio/task/task-desk.service.ts';
import type { Bulk, BulkVerb } from './bulk.ts';

interface BulkDeps {
  bulk: Bulk;
  accountDesk: AccountDesk;
  productDesk: ProductDesk;
  redeemDesk: RedeemDesk;
  galleryDesk: GalleryDesk;
  taskDesk: TaskDesk;
}

type VerbWork = Omit<BulkVerb, 'permission'>;

/** A verb with the right that its call declares for it. */
function named<V extends string>(
  { verbs }: { verbs: Record<V, StaffPermission> },
  works: Record<V, VerbWork>,
  verb: V,
): BulkVerb {
  return { ...works[verb], permission: verbs[verb] };
}

export function bulkRoutes({ bulk, accountDesk, productDesk, redeemDesk, galleryDesk, taskDesk }: BulkDeps) {
  const { rows } = accountDesk;
  const shelve = (title: string, isOnShelf: boolean): VerbWork => ({
    title,
    row: (tx, id, { caller, facts, reason }) => productDesk.shelveRow(tx, { caller, facts }, id, { isOnShelf, reason }),
  });
  const decide = (title: string, state: 'public' | 'rejected'): VerbWork => ({
    title,
    row: (tx, id, { caller, facts, reason }) => galleryDesk.decideRow(tx, caller, Number(id), { state, reason }, facts),
  });
  const accounts = {
    ban: {
      title: '停用账号',
      row: (tx, id, { caller, facts, reason }) =>
        rows.update(tx, caller, id, { status: 'banned', statusReason: reason }, facts),
    },
    unban: {
      title: '恢复使用账号',
      row: (tx, id, { caller, facts }) => rows.update(tx, caller, id, { status: 'active', statusReason: '' }, facts),
    },
    delete: {
      title: '删除账号',
      row: (tx, id, { caller, facts }) => rows.remove(tx, caller, id, facts),
    },
    restore: {
      title: '找回账号',
      row: (tx, id, { caller, facts }) => rows.restore(tx, caller, id, facts),
    },
  } satisfies Record<string, VerbWork>;
  const products = { onShelf: shelve('上架商品', true), offShelf: shelve('下架商品', false) };
  const tasks = {
    redrive: { title: '重新运行任务', row: (tx, id, call) => taskDesk.rows.redrive(tx, { ...call, id }) },
    cancel: { title: '取消任务', row: (tx, id, call) => taskDesk.rows.cancel(tx, { ...call, id }) },
    moveFront: { title: '任务移到队首', row: (tx, id, call) => taskDesk.rows.move(tx, { ...call, id }, 'front') },
    moveBack: { title: '任务移到队尾', row: (tx, id, call) => taskDesk.rows.move(tx, { ...call, id }, 'back') },
  } satisfies Record<string, VerbWork>;
  const batches = {
    disable: {
      title: '停用兑换码批次',
      row: (tx, id, { caller, facts }) => redeemDesk.disableRow(tx, { caller, facts }, id),
    },
  } satisfies Record<string, VerbWork>;
  const reviews = { approve: decide('通过图片', 'public'), reject: decide('驳回图片', 'rejected') };
  /** Verbs that people are told the reason of. */
  const needsReason = (isNeeded: boolean, reason: string | undefined) => {
    if (isNeeded && (reason ?? '').length < 2)
      throw new ProductError('request.invalid', { fields: { reason: ['请写明理由'] } });
  };

  return {
    bulkAccounts: ({ caller, input, facts }) => {
      needsReason(input.verb === 'ban', input.reason);
      return bulk('accounts', named(bulkContract.bulkAccounts, accounts, input.verb), input, caller, facts);
    },
    bulkProducts: ({ caller, input, facts }) =>
      bulk('products', named(bulkContract.bulkProducts, products, input.verb), input, caller, facts),
    bulkTasks: ({ caller, input, facts }) => {
      needsReason(true, input.reason);
      // Those that go before all others keep their order among themselves: the last one goes first.
      const asked = input.verb === 'moveFront' ? { ...input, ids: input.ids.toReversed() } : input;
      return bulk('tasks', named(bulkContract.bulkTasks, tasks, input.verb), asked, caller, facts);
    },
    bulkRedeemBatches: ({ caller, input, facts }) =>
      bulk('redeemBatches', named(bulkContract.bulkRedeemBatches, batches, input.verb), input, caller, facts),
    bulkGalleryReviews: ({ caller, input, facts }) => {
      needsReason(input.verb === 'reject', input.reason);
      return bulk('galleryReviews', named(bulkContract.bulkGalleryReviews, reviews, input.verb), input, caller, facts);
    },
  } satisfies Handlers<typeof bulkContract>;
}
