import { DatePicker, Form, Input, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { productDeskContract } from '#shared/contract/product-desk';
import { planLabels } from '#shared/domain/console-words';
import { type PaidPlan, paidPlans } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { TextField, WholeNumberField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { endOfDay, formatNumber } from '../../ui/format.ts';
import { schemaRule } from '../../ui/schema-rule.ts';
import { SecondPerson } from '../../ui/second-person.tsx';
import { useWrite } from '../../ui/use-write.ts';
import { ClientKeyField } from '../tickets/client-key-field.tsx';
import { TicketKindField } from '../tickets/ticket-kind-field.tsx';
import { ticketUnit } from '../tickets/ticket-words.ts';

const { createRedeemBatch } = productDeskContract;
const draft = createRedeemBatch.input.shape;
const planChoices = paidPlans.map((plan) => ({ value: plan, label: planLabels[plan] }));

interface Fields {
  clientKey: string;
  name: string;
  count: string;
  usesPerCode: string;
  expiresAt?: Dayjs | null;
  gives: 'tickets' | 'plan';
  ticketKind?: TicketKind;
  amount?: string;
  days?: string;
  plan?: PaidPlan;
  planDays?: string;
  reason?: string;
}

export default function BatchCreate() {
  const [form] = Form.useForm<Fields>();
  const gives = Form.useWatch('gives', form) ?? 'tickets';
  const kind = Form.useWatch('ticketKind', form);
  const write = useWrite(['redeemBatches']);

  const create = ({ clientKey, name, count, usesPerCode, expiresAt, ...given }: Fields) => {
    const { ticketKind, amount, days, plan, planDays } = given;
    return write.send(
      createRedeemBatch,
      {
        clientKey,
        name,
        count: Number(count),
        usesPerCode: Number(usesPerCode),
        ...(given.reason && { reason: given.reason }),
        expiresAt: expiresAt ? endOfDay(expiresAt.format('YYYY-MM-DD')) : null,
        ...(given.gives === 'tickets'
          ? { ticketKind, amount: Number(amount), days: days ? Number(days) : null }
          : { plan, planDays: Number(planDays) }),
      },
      (batch) => `已生成 ${formatNumber(batch.count)} 个兑换码，可以导出了`,
    );
  };

  return (
    <FormDrawer<Fields>
      resource="redeemBatches"
      title="生成兑换码"
      form={form}
      initialValues={{ gives: 'tickets', ticketKind: 'normal', plan: 'basic', usesPerCode: '1' }}
      submitLabel="生成"
      write={write}
      onSend={create}
    >
      <ClientKeyField />
      <Form.Item name="name" label="批次名称" rules={[schemaRule(draft.name)]}>
        <Input autoComplete="off" placeholder="例如：校园活动 11 月" />
      </Form.Item>
      <div className="field-pair">
        <WholeNumberField name="count" label="生成数量" schema={draft.count} unit="个" />
        <WholeNumberField
          name="usesPerCode"
          label="每码可用"
          schema={draft.usesPerCode}
          unit="次"
          extra="每个账号只能用一次。"
        />
      </div>
      <Form.Item name="expiresAt" label="有效期至" extra="当天结束前都能兑换。">
        <DatePicker className="wide" placeholder="不限期" />
      </Form.Item>
      <Form.Item name="gives" label="兑换内容">
        <Segmented
          block
          options={[
            { value: 'tickets', label: '券' },
            { value: 'plan', label: '会员' },
          ]}
        />
      </Form.Item>
      {gives === 'tickets' ? (
        <div className="field-triple">
          <TicketKindField name="ticketKind" />
          <WholeNumberField name="amount" label="数量" schema={draft.amount} unit={ticketUnit(kind)} />
          <WholeNumberField
            name="days"
            label="兑换后有效"
            schema={draft.days}
            unit="天"
            placeholder="不限"
            isOptional
          />
        </div>
      ) : (
        <div className="field-pair">
          <Form.Item name="plan" label="套餐">
            <Select options={planChoices} />
          </Form.Item>
          <WholeNumberField name="planDays" label="时长" schema={draft.planDays} unit="天" />
        </div>
      )}
      <SecondPerson what="每一批兑换码" />
      <TextField name="reason" label="理由" schema={draft.reason} extra="折算成券计入您今天的赠送上限，记入审计。" />
    </FormDrawer>
  );
}
