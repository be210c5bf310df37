import { formatFen } from '../../ui/format.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';

/** Money that goes back to the buyer does not return by itself. */
export function RefundConfirmation({ amount }: { amount: number }) {
  return (
    <TypedConfirmation
      what="退款金额"
      expected={formatFen(amount)}
      consequence="款项按原路退回买家，退出后不能追回。"
    />
  );
}
