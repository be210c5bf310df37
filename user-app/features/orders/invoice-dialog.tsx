import { useState } from 'react';
import { orderContract } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { foldCode } from '#shared/domain/typed';
import { type InvoiceRequest, requestInvoice } from '../../data/order';
import { faultsOf } from '../../lib/form-faults';
import { readJson, storageKeys, writeJson } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Segments } from '../../ui/segments';
import { TextField } from '../../ui/text-field';
import type { OrderDialogProps } from './cancel-dialog';
import styles from './dialogs.css';
import { useSending } from './use-sending';

type Title = Pick<InvoiceRequest, 'titleKind' | 'title' | 'email'> & { taxNo: string };

const kinds = [
  ['personal', '个人'],
  ['company', '企业'],
] as const;

/** The title of the last invoice asked for on this device. */
function lastTitle(): Title {
  const kept = (readJson(storageKeys.invoiceTitle) ?? {}) as Partial<Record<keyof Title, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    titleKind: kept.titleKind === 'company' ? 'company' : 'personal',
    title: text(kept.title),
    taxNo: text(kept.taxNo),
    email: text(kept.email),
  };
}

const taxNo = /^([0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/;

/** Asks for an invoice; the title is kept on this device for the next one. */
export function InvoiceDialog({ order, onDone, onClose }: OrderDialogProps) {
  const [title, setTitle] = useState(lastTitle);
  const request = () => ({
    ...title,
    orderId: order.orderId,
    taxNo: title.titleKind === 'company' ? foldCode(title.taxNo).toUpperCase() : '',
  });
  const { isBusy, problem, faults, setFaults, send } = useSending(async () => {
    const next = await requestInvoice(request());
    writeJson(storageKeys.invoiceTitle, title);
    toast.success('发票申请已提交');
    onDone(next);
  });
  const set = (change: Partial<Title>) => {
    setTitle({ ...title, ...change });
    setFaults({});
  };
  const submit = () => {
    const wish = request();
    const found = faultsOf(orderContract.requestInvoice.input, wish);
    const isTaxNoWrong = title.titleKind === 'company' && !taxNo.test(wish.taxNo);
    const all = { ...found, ...(isTaxNoWrong ? { taxNo: '税号是 15、17、18 或 20 位大写字母和数字' } : {}) };
    if (Object.keys(all).length > 0) setFaults(all);
    else void send();
  };
  const isCompany = title.titleKind === 'company';

  return (
    <Dialog title="申请发票" onClose={onClose}>
      <p className={styles.text}>
        {order.title}，可开票 {formatMoney(order.amount - order.refundedAmount)}。电子发票发送到邮箱。
      </p>
      <form
        className={`grid gap-12 mt-12 ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Segments
          label="抬头类型"
          options={kinds}
          value={title.titleKind}
          onChange={(titleKind) => set({ titleKind })}
        />
        <TextField
          label={isCompany ? '企业名称' : '姓名'}
          isRequired
          maxLength={100}
          autoComplete={isCompany ? 'organization' : 'name'}
          value={title.title}
          fault={faults.title}
          onChange={(text) => set({ title: text })}
        />
        {isCompany && (
          <TextField
            label="税号"
            isRequired
            autoComplete="off"
            value={title.taxNo}
            fault={faults.taxNo}
            onChange={(text) => set({ taxNo: text.toUpperCase() })}
          />
        )}
        <TextField
          label="接收邮箱"
          isRequired
          maxLength={200}
          inputMode="email"
          autoComplete="email"
          value={title.email}
          fault={faults.email}
          onChange={(text) => set({ email: text })}
        />
        {problem && (
          <p role="alert" className="mt-8 text-danger">
            {problem.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {isBusy ? '正在提交' : '提交申请'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
