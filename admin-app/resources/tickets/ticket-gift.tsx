import { Form } from 'antd';
import type { z } from 'zod';
import { productDeskContract, TicketGift } from '#shared/contract/product-desk';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField, WholeNumberField } from '../../ui/fields.tsx';
import { ClientKeyField } from './client-key-field.tsx';
import { TicketKindField } from './ticket-kind-field.tsx';
import { ticketUnit, ticketWords } from './ticket-words.ts';

const { giveTickets, takeBackTickets } = productDeskContract;
const gift = TicketGift.shape;
const taken = takeBackTickets.input.shape;
const changes = ['tickets', 'account'];

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

/** Fields of a gift: kind, amount and reason. */
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

function giftOf({ amount, days, ...fields }: GiftFields) {
  return { ...fields, amount: Number(amount), days: days ? Number(days) : null };
}

function giftWords({ kind, amount, days }: GiftFields): string {
  return `${ticketWords(kind, Number(amount))}，${days ? `${days} 天内有效` : '不限期'}`;
}
