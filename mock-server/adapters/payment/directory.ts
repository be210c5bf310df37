import { type PayType, payTypeLabels, payTypes } from '#shared/domain/order-status';
import type { PaymentDirectory, PaymentProvider } from './port.ts';

/** Which provider collects the money of which way to pay; null where that is switched off. */
export function createPaymentDirectory(providers: Readonly<Record<PayType, PaymentProvider | null>>): PaymentDirectory {
  return {
    of: (payType) => providers[payType],
    named: (name) => Object.values(providers).find((provider) => provider?.name === name) ?? null,
    channels: () =>
      payTypes.flatMap((payType) => {
        const provider = providers[payType];
        return provider ? [{ payType, title: payTypeLabels[payType], isSimulated: provider.isSimulated }] : [];
      }),
  };
}
