import { lazy, Suspense } from 'react';
import { useIsDialogOpen } from '../../lib/product-state';
import { useShop } from '../../lib/shop-store';

const CheckoutDialog = lazy(() => import('./checkout-dialog'));
const OfferDialog = lazy(() => import('./offer-dialog'));

/** Holds the place of the shop's dialogs over any screen; their code loads with the first of them. */
export function ShopDialogs() {
  const offer = useShop('offer');
  const checkout = useShop('checkout');
  const isRechargeOpen = useIsDialogOpen('recharge');
  return (
    <Suspense fallback={null}>
      {isRechargeOpen && offer && <OfferDialog offer={offer} />}
      {checkout && <CheckoutDialog checkout={checkout} />}
    </Suspense>
  );
}
