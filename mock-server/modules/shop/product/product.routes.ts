import type { productDeskContract } from '#shared/contract/product-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ProductDesk } from './product-desk.service.ts';

type ProductHandlers = Pick<
  Handlers<typeof productDeskContract>,
  'createProduct' | 'updateProduct' | 'priceHistory' | 'updatePlan'
>;

export function productRoutes(desk: ProductDesk): ProductHandlers {
  return {
    createProduct: ({ caller, input, facts }) => desk.create({ caller, facts }, input),
    updateProduct: ({ caller, params, input, facts }) => desk.update({ caller, facts }, params.id, input),
    priceHistory: ({ params }) => desk.prices(params.id),
    updatePlan: ({ caller, params, input, facts }) => desk.updatePlan({ caller, facts }, params.id, input),
  };
}
