import type { orderContract } from '#shared/contract/order';
import type { productDeskContract } from '#shared/contract/product-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { RedeemService } from './redeem.service.ts';
import type { RedeemDesk } from './redeem-desk.service.ts';

type RedeemHandlers = Pick<Handlers<typeof orderContract>, 'redeemCode'> &
  Pick<Handlers<typeof productDeskContract>, 'createRedeemBatch' | 'redeemCodes' | 'disableRedeemBatch'>;

export function redeemRoutes(service: RedeemService, desk: RedeemDesk): RedeemHandlers {
  return {
    redeemCode: ({ caller, input }) => service.redeem(caller, input.code),
    createRedeemBatch: ({ caller, input, facts }) => desk.create({ caller, facts }, input),
    redeemCodes: async ({ caller, params, facts, response }) => {
      const table = await desk.exportCodes({ caller, facts }, params.id);
      response.attachment(`redeem-codes-${params.id}.csv`).set('cache-control', 'no-store');
      response.type('text/csv; charset=utf-8').send(table);
    },
    disableRedeemBatch: ({ caller, params, facts }) => desk.disable({ caller, facts }, params.id),
  };
}
