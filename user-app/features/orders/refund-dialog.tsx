import { useState } from 'react';
import { orderContract } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { requestRefund, useRefundQuote } from '../../data/order';
import { faultsOf } from '../../lib/form-faults';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/text-field';
import { Waiting } from '../../ui/waiting';
import type { OrderDialogProps } from './cancel-dialog';
import styles from './dialogs.css';
import { useSending } from './use-sending';

/** Shows what would come back and how that is worked out, then asks for it. */
export function RefundDialog({ order, onDone, onClose }: OrderDialogProps) {
  const quote = useRefundQuote(order.orderId);
  const [reason, setReason] = useState('');
  const { isBusy, problem, faults, setFaults, send } = useSending(async () => {
    const next = await requestRefund(order.orderId, reason);
    toast.success('退款申请已提交');
    onDone(next);
  });
  const submit = () => {
    const found = faultsOf(orderContract.requestRefund.input, { orderId: order.orderId, reason });
    if (Object.keys(found).length > 0) setFaults(found);
    else void send();
  };
  const { data, error } = quote;

  return (
    <Dialog
      title="申请退款"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>先不退</Button>
          <Button look="primary" disabled={isBusy || !data} onClick={submit}>
            {isBusy ? '正在提交' : '提交申请'}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        {order.title}，付款 {formatMoney(order.amount)}
      </p>
      {!data && !error && <Waiting label="正在计算可退金额" rows={1} height={88} />}
      {error && !data && (
        <p role="alert" className="mt-8 text-danger">
          {error.message}
        </p>
      )}
      {data && (
        <>
          <div className={`border-y ${styles.quote}`}>
            <p>
              可退<strong className="tabular">{formatMoney(data.amount)}</strong>
            </p>
            <ul>
              {data.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <p className={styles.text}>通过后，这一单带来的会员和没用的券会收回，款项原路退回。以审核时的用量为准。</p>
          <TextField
            label="退款原因"
            isRequired
            lines={3}
            maxLength={200}
            value={reason}
            fault={faults.reason}
            onChange={(text) => {
              setReason(text);
              setFaults({});
            }}
          />
        </>
      )}
      {problem && (
        <p role="alert" className="mt-8 text-danger">
          {problem.message}
        </p>
      )}
    </Dialog>
  );
}
