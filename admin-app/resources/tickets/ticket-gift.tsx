import { Form, Input } from 'antd';
import type { z } from 'zod';
import { productDeskContract, TicketGift } from '#shared/contract/product-desk';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField, WholeNumberField } from '../../ui/fields.tsx';
import { formatNumber } from '../../ui/format.ts';
import { readAccountIds } from './account-ids.ts';
import { ClientKeyField } from './client-key-field.tsx';
import { TicketKindField } from './ticket-kind-field.tsx';
import { ticketUnit, ticketWords } from './ticket-words.ts';

const { giveTickets, takeBackTickets } = productDeskContract;
const gift = TicketGift.shape;
const taken = takeBackTickets.input.shape;
const changes = ['tickets', 'account'];
const mostAccounts = 1000;

interface GiftFields {
  kind: TicketKind;
  amount: string;
  days?: string;
  reason: string;
  clientKey: string;
}

/** Gives tickets to one account. */
export function GiveButton({ accountId, name }: { accountId: string; name: string }) {
  return (
    <ActionButton<GiftFields>
      label="赠送券"
      title={`赠送券给「${name}」`}
      okText="赠送"
      button={{ size: 'small' }}
      initialValues={{ kind: 'normal', days: '30' }}
      changes={changes}
      onSend={(send, fields) =>
        send(giveTickets, { accountIds: [accountId], ...giftOf(fields) }, () => `已赠送 ${giftWords(fields)}`)
      }
    >
      <GiftFieldset amountLabel="数量" />
    </ActionButton>
  );
}

/** Gives tickets to many accounts at once: to all of them or, when one is unknown, to nobody. */
export function GiveManyButton() {
  return (
    <ActionButton<GiftFields & { accounts: string }>
      label="批量赠送"
      title="批量赠送券"
      okText="赠送"
      intro="有一个账号不存在，就一张也不送。"
      initialValues={{ accounts: '', kind: 'normal', days: '30' }}
      changes={changes}
      onSend={(send, { accounts, ...fields }) =>
        send(
          giveTickets,
          { accountIds: readAccountIds(accounts).ids, ...giftOf(fields) },
          (answer) => `已赠送 ${formatNumber(answer.accounts)} 个账号，共 ${ticketWords(fields.kind, answer.tickets)}`,
        )
      }
    >
      {(form) => (
        <>
          <Form.Item
            name="accounts"
            label="账号编号"
            rules={[
              {
                validator: async (_rule, text: string) => {
                  const { ids } = readAccountIds(text);
                  if (ids.length === 0) throw new Error('请粘贴账号编号');
                  if (ids.length > mostAccounts) throw new Error(`一次最多 ${formatNumber(mostAccounts)} 个账号`);
                },
              },
            ]}
          >
            <Input.TextArea className="figures" rows={5} placeholder="每行一个，或用逗号隔开" />
          </Form.Item>
          <GiftFieldset amountLabel="每个账号" />
          <Form.Item noStyle dependencies={['accounts', 'amount', 'kind']}>
            {() => <Preview {...(form.getFieldsValue() as GiftFields & { accounts: string })} />}
          </Form.Item>
        </>
      )}
    </ActionButton>
  );
}

/** Takes back what is left, down to none. */
export function TakeBackButton({ accountId, name }: { accountId: string; name: string }) {
  return (
    <ActionButton<Omit<GiftFields, 'days'>>
      label="扣回券"
      title={`从「${name}」扣回券`}
      okText="扣回"
      intro="最多扣到 0；有效期长的先扣，正在生成的任务占用的不扣。"
      button={{ size: 'small', danger: true }}
      initialValues={{ kind: 'normal' }}
      changes={changes}
      onSend={(send, { kind, amount, ...fields }) =>
        send(
          takeBackTickets,
          { accountId, kind, amount: Number(amount), ...fields },
          (answer) => `已扣回 ${ticketWords(kind, answer.taken)}`,
        )
      }
    >
      <div className="field-pair">
        <TicketKindField name="kind" />
        <AmountField label="数量" schema={taken.amount} />
      </div>
      <TextField name="reason" label="理由" schema={taken.reason} extra="写进券流水，用户看得到。" />
      <ClientKeyField />
    </ActionButton>
  );
}

/** What is given and why. */
export function GiftFieldset({ amountLabel }: { amountLabel: string }) {
  return (
    <>
      <div className="field-triple">
        <TicketKindField name="kind" />
        <AmountField label={amountLabel} schema={gift.amount} />
        <WholeNumberField
          name="days"
          label="有效期"
          schema={gift.days.unwrap()}
          unit="天"
          placeholder="不限"
          isOptional
        />
      </div>
      <TextField name="reason" label="理由" schema={gift.reason} extra="写进券流水，用户看得到。" />
      <ClientKeyField />
    </>
  );
}

function AmountField({ label, schema }: { label: string; schema: z.ZodType }) {
  const kind = Form.useWatch<TicketKind | undefined>('kind');
  return <WholeNumberField name="amount" label={label} schema={schema} unit={ticketUnit(kind)} />;
}

function Preview({ accounts = '', amount = '', kind }: Partial<GiftFields> & { accounts?: string }) {
  const { ids, repeated } = readAccountIds(accounts);
  if (ids.length === 0) return null;
  const each = /^\d+$/.test(amount.trim()) ? Number(amount) : 0;
  return (
    <p className="line figures" role="status">
      将送给 <strong>{formatNumber(ids.length)}</strong> 个账号
      {each > 0 && kind && (
        <>
          ，共 <strong>{ticketWords(kind, ids.length * each)}</strong>
        </>
      )}
      {repeated > 0 && <span className="quiet">（重复的 {formatNumber(repeated)} 个只算一次）</span>}
    </p>
  );
}

function giftOf({ amount, days, ...fields }: GiftFields) {
  return { ...fields, amount: Number(amount), days: days ? Number(days) : null };
}

function giftWords({ kind, amount, days }: GiftFields): string {
  return `${ticketWords(kind, Number(amount))}，${days ? `${days} 天内有效` : '不限期'}`;
}
