import type { PayType } from '#shared/domain/order-status';
import type { PaymentProvider } from '../../adapters/payment/port.ts';

/** Which provider collects the money of which way to pay. */
export interface PaymentDirectory {
  /** Null where the way to pay is switched off. */
  of(payType: PayType): PaymentProvider | null;
  /** The provider an order was made with; null when it is not configured any more. */
  named(name: string): PaymentProvider | null;
  channels(): Array<{ payType: PayType; title: string; isSimulated: boolean }>;
}
