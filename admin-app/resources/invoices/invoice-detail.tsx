import { CanAccess } from '@refinedev/core';
import { Form, Input } from 'antd';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { StaffInvoice } from '#shared/contract/order-desk-rows';
import { invoiceTitleLabels } from '#shared/domain/console-words';
import { AccountLink } from '../../ui/account-link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatFen } from '../../ui/format.ts';
import { CopyableId, Facts, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { invoiceStatus } from './invoice-words.tsx';

const { answerInvoice } = orderDeskContract;
const changes = ['invoices', 'orders'];

export default function InvoiceDetail() {
  return (
    <RowDrawer<StaffInvoice>
      resource="invoices"
      what="发票申请"
      titleOf={({ title }) => `发票「${title}」`}
      footer={(invoice) => <InvoiceActions invoice={invoice} />}
    >
      {(invoice) => (
        <Facts
          facts={[
            ['状态', <invoiceStatus.Dot key="status" status={invoice.status} />],
            [
              '开票金额',
              <strong key="amount" className="figures">
                {formatFen(invoice.amount)}
              </strong>,
            ],
            ['抬头类型', invoiceTitleLabels[invoice.titleKind]],
            ['抬头', <CopyableId key="title" id={invoice.title} what="抬头" isWhole />],
            ['税号', invoice.taxNo ? <CopyableId key="tax" id={invoice.taxNo} what="税号" isWhole /> : '—'],
            ['收票邮箱', <CopyableId key="email" id={invoice.email} what="邮箱" isWhole />],
            ['账号', <AccountLink key="account" accountId={invoice.accountId} name={invoice.nickName} />],
            ['订单号', <OrderLink key="no" orderId={invoice.orderId} orderNo={invoice.orderNo} />],
            ['申请时间', <Time key="created" at={invoice.createdAt} />],
            ...(invoice.invoiceNo === ''
              ? []
              : [['发票号码', <CopyableId key="number" id={invoice.invoiceNo} what="发票号码" isWhole />] as const]),
            ...(invoice.answer === '' ? [] : [['答复', invoice.answer] as const]),
            ['处理时间', <Time key="done" at={invoice.doneAt} />],
          ]}
        />
      )}
    </RowDrawer>
  );
}

function InvoiceActions({ invoice: { id, status, email } }: { invoice: StaffInvoice }) {
  if (status !== 'requested') return null;
  return (
    <CanAccess resource="invoices" action="edit">
      <div className="drawer-foot">
        <ActionButton<{ invoiceNo: string }>
          label="登记开票"
          title="登记已开具的发票"
          okText="登记"
          intro={`先在开票系统开具，发到 ${email}，再把号码填在这里。`}
          button={{ type: 'primary' }}
          changes={changes}
          onSend={(send, { invoiceNo }) =>
            send(answerInvoice, { id, status: 'issued', invoiceNo }, () => `已登记发票 ${invoiceNo}`)
          }
        >
          <Form.Item
            name="invoiceNo"
            label="发票号码"
            rules={[{ required: true, whitespace: true, message: '请填写发票号码' }]}
          >
            <Input className="figures" autoComplete="off" maxLength={100} />
          </Form.Item>
        </ActionButton>
        <ActionButton<{ answer: string }>
          label="驳回"
          title="驳回开票申请？"
          button={{ danger: true }}
          changes={changes}
          onSend={(send, { answer }) => send(answerInvoice, { id, status: 'rejected', answer }, () => '已驳回开票申请')}
        >
          <TextField name="answer" label="理由" schema={Reason} extra="买家看得到。" />
        </ActionButton>
      </div>
    </CanAccess>
  );
}

/** The call takes an empty answer for issued ones; a refusal needs words. */
const Reason = orderDeskContract.rejectRefund.input.shape.answer;
