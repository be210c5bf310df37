import type { StaffInvoice, StaffOrder, StaffRefund } from '#shared/contract/order-desk-rows';
import type { StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter-bar.tsx';
import { ListPart } from '../../ui/list-part.tsx';
import { AmountRangeFilter, DateRangeFilter } from '../../ui/range-filters.tsx';
import { AuditCard, type AuditRow, auditColumns } from '../audit/audit-list.tsx';
import { InvoiceCard, invoiceColumns } from '../invoices/invoice-list.tsx';
import { invoiceStatus } from '../invoices/invoice-words.tsx';
import { OrderCard, orderColumns } from '../orders/order-list.tsx';
import { orderStatusChoices, payTypeChoices } from '../orders/order-words.tsx';
import { RefundCard, refundColumns } from '../refunds/refund-list.tsx';
import { refundStatusChoices } from '../refunds/refund-words.tsx';
import { TaskCard, taskColumns } from '../tasks/task-list.tsx';
import { failureChoices, taskStatus } from '../tasks/task-words.tsx';
import { useEngineChoices, useToolChoices } from '../tasks/use-tools.ts';
import { MovementCard, movementColumns } from '../tickets/ticket-list.tsx';
import { movementChoices, ticketKindChoices } from '../tickets/ticket-words.ts';
import type { PersonPart } from './person-part.ts';
import { TaskThumb, TaskThumbs } from './person-thumbs.tsx';

/** Whose rows they are stands above them already. */
const without = <R,>(columns: ReadonlyArray<DataColumn<R>>, ...keys: string[]) =>
  columns.filter(({ key }) => !keys.includes(key));

const tasksWithThumbs: ReadonlyArray<DataColumn<StaffTask>> = [
  { key: 'thumb', title: '结果', width: 84, pinned: 'left', render: (task) => <TaskThumb task={task} /> },
  ...without(taskColumns, 'account'),
];

export function PersonTasks({ account: { accountId } }: PersonPart) {
  const tools = useToolChoices();
  const engines = useEngineChoices();
  return (
    <ListPart<StaffTask>
      resource="tasks"
      title="任务"
      what="任务"
      fixed={{ accountId }}
      filters={(list) => (
        <>
          <ChoiceFilter list={list} name="status" label="状态" choices={taskStatus.choices} isMultiple />
          <ChoiceFilter list={list} name="tool" label="工具" choices={tools} isMultiple />
          <ChoiceFilter list={list} name="engine" label="引擎" choices={engines} isMultiple />
          <ChoiceFilter list={list} name="errorReason" label="失败原因" choices={failureChoices} isMultiple />
          <DateRangeFilter list={list} name="createdAt" label="提交日期" />
        </>
      )}
      frame={(tasks, list) => <TaskThumbs tasks={tasks}>{list}</TaskThumbs>}
      columns={tasksWithThumbs}
      card={(task) => (
        <div className="person-task-card">
          <TaskThumb task={task} />
          <div>
            <TaskCard task={task} />
          </div>
        </div>
      )}
      emptySentence="还没有任务。"
    />
  );
}

export function PersonLedger({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<StaffTicketMovement>
      resource="tickets"
      title="券流水"
      what="券流水"
      fixed={{ accountId }}
      filters={(list) => (
        <>
          <ChoiceFilter list={list} name="kind" label="券种" choices={ticketKindChoices} isMultiple />
          <ChoiceFilter list={list} name="movement" label="变动" choices={movementChoices} isMultiple />
        </>
      )}
      columns={without(movementColumns, 'account')}
      card={(row) => <MovementCard row={row} />}
      emptySentence="还没有券流水。"
    />
  );
}

export function PersonOrders({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<StaffOrder>
      resource="orders"
      title="订单"
      what="订单"
      fixed={{ accountId }}
      filters={(list) => (
        <>
          <ChoiceFilter list={list} name="status" label="状态" choices={orderStatusChoices} isMultiple />
          <ChoiceFilter list={list} name="payType" label="支付方式" choices={payTypeChoices} />
          <DateRangeFilter list={list} name="createdAt" label="下单日期" />
          <AmountRangeFilter list={list} name="amount" label="金额" />
        </>
      )}
      columns={without(orderColumns, 'account', 'phoneNo')}
      card={(order) => <OrderCard order={order} />}
      emptySentence="还没有订单。"
    />
  );
}

export function PersonRefunds({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<StaffRefund>
      resource="refunds"
      title="退款"
      what="退款"
      fixed={{ accountId }}
      filters={(list) => (
        <ChoiceFilter list={list} name="status" label="状态" choices={refundStatusChoices} isMultiple />
      )}
      columns={without(refundColumns, 'account')}
      card={(refund) => <RefundCard refund={refund} />}
      emptySentence="还没有退款。"
    />
  );
}

export function PersonInvoices({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<StaffInvoice>
      resource="invoices"
      title="发票"
      what="发票申请"
      fixed={{ accountId }}
      filters={(list) => (
        <ChoiceFilter list={list} name="status" label="状态" choices={invoiceStatus.choices} isMultiple />
      )}
      columns={without(invoiceColumns, 'account')}
      card={(invoice) => <InvoiceCard invoice={invoice} />}
      emptySentence="还没有发票申请。"
    />
  );
}

export function PersonAudit({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<AuditRow>
      resource="audit"
      title="审计"
      what="审计记录"
      fixed={{ subject: accountId }}
      columns={without(auditColumns, 'subject')}
      card={(row) => <AuditCard row={row} />}
      emptySentence="还没有员工改动过这个账号。"
    />
  );
}
