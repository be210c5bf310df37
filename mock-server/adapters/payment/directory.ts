import { type PayType, payTypeLabels, payTypes } from '#shared/domain/order-status';
import type { PaymentProvider } from './port.ts';

/** Which provider collects the money of which way to pay; null where that is switched off. */
export function createPaymentDirectory(providers: Readonly<Record<PayType, PaymentProvider | null>>) {
  return {
    of: (payType: PayType): PaymentProvider | null => providers[payType],

    /** The provider an order was made with; null when it is not configured any more. */
    named: (name: string): PaymentProvider | null =>
      Object.values(providers).find((provider) => provider?.name === name) ?? null,

    /** The ways to pay that are open, as people choose between them. */
    channels: () =>
      payTypes.flatMap((payType) => {
        const provider = providers[payType];
        return provider ? [{ payType, title: payTypeLabels[payType], isSimulated: provider.isSimulated }] : [];
      }),
  };
}
