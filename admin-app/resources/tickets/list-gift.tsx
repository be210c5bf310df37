import { Button, Form, Input, Modal, Upload } from 'antd';
import { useState } from 'react';
import type { Answer } from '#shared/contract/endpoint';
import { productDeskContract } from '#shared/contract/product-desk';
import { newClientKey } from '#shared/domain/client-key';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { type ConsoleError, http } from '../../providers/http.ts';
import { formatNumber } from '../../ui/format.ts';
import { Refusal } from '../../ui/refusal.tsx';
import { DraftNote, useDraft } from '../../ui/use-draft.tsx';
import { useWrite } from '../../ui/use-write.ts';
import { GiftTrial } from './gift-trial.tsx';
import { readRecipients } from './recipients.ts';
import { GiftFieldset } from './ticket-gift.tsx';
import { ticketWords } from './ticket-words.ts';

const { giveTicketsToMany } = productDeskContract;
type Trial = Answer<typeof giveTicketsToMany>;

interface Fields {
  people: string;
  kind: TicketKind;
  amount: string;
  days?: string;
  reason: string;
}

interface Props {
  label: string;
  /** Accounts that are chosen already; without them they are pasted or come from a file. */
  ids?: readonly string[];
  onDone?: () => void;
}

/** Gives tickets to a list of people: a trial says line by line who that is, and then it is given. */
export function GiveListButton({ label, ids, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const [clientKey, setClientKey] = useState<string>();
  const [trial, setTrial] = useState<Trial>();
  const [isTrying, setIsTrying] = useState(false);
  const [fault, setFault] = useState<ConsoleError | null>(null);
  const write = useWrite(['tickets', 'account']);
  const draft = useDraft(ids ? 'gift-to-chosen' : 'gift-to-list');

  const close = () => {
    setClientKey(undefined);
    setTrial(undefined);
    setFault(null);
    write.reset();
  };
  const callOf = ({ people, amount, days, ...fields }: Fields) => ({
    ...(ids ? { phones: [], ids: [...ids] } : readRecipients(people)),
    ...fields,
    amount: Number(amount),
    days: days ? Number(days) : null,
    clientKey: clientKey ?? '',
  });
  const attempt = async (fields: Fields) => {
    setIsTrying(true);
    setFault(null);
    try {
      const { data } = await http.post<Trial>(giveTicketsToMany.path, { ...callOf(fields), dryRun: true });
      setTrial(data);
    } catch (error) {
      setFault(error as ConsoleError);
    }
    setIsTrying(false);
  };
  const give = async (fields: Fields) => {
    const isDone = await write.send(
      giveTicketsToMany,
      callOf(fields),
      ({ accounts, tickets }) => `已赠送 ${formatNumber(accounts)} 个账号，共 ${ticketWords(fields.kind, tickets)}`,
    );
    if (!isDone) return;
    draft.forget();
    close();
    onDone?.();
  };
  const isReady = trial !== undefined && trial.accounts > 0 && (trial.left === null || trial.tickets <= trial.left);

  return (
    <>
      <Button {...(ids && { size: 'small' })} onClick={() => setClientKey(newClientKey())}>
        {label}
      </Button>
      <Modal
        open={clientKey !== undefined}
        title={ids ? `赠送券给选中的 ${formatNumber(ids.length)} 个账号` : '按名单赠送券'}
        width={520}
        centered
        destroyOnHidden
        onCancel={close}
        footer={[
          <Button key="try" loading={isTrying} onClick={form.submit}>
            试算
          </Button>,
          <Button
            key="give"
            type="primary"
            disabled={!isReady}
            loading={write.isPending}
            onClick={() => void form.validateFields().then(give, () => undefined)}
          >
            赠送
          </Button>,
        ]}
      >
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          initialValues={{ people: '', kind: 'normal', days: '30' }}
          disabled={write.isPending}
          onValuesChange={(changed) => {
            draft.note(changed);
            setTrial(undefined);
          }}
          onFinish={(fields) => void attempt(fields)}
        >
          <DraftNote draft={draft} form={form} />
          <Refusal error={fault ?? write.error} form={form} />
          {!ids && <PeopleField onRead={(text) => form.setFieldValue('people', text)} />}
          <GiftFieldset amountLabel="每个账号" />
          {trial ? (
            <GiftTrial trial={trial} />
          ) : (
            <p className="line quiet">先试算，看清送给谁、有没有认不出的和重复的，再赠送。</p>
          )}
        </Form>
      </Modal>
    </>
  );
}

function PeopleField({ onRead }: { onRead: (text: string) => void }) {
  return (
    <>
      <Form.Item
        name="people"
        label="名单"
        extra="手机号或账号编号，每行一个；也可以选择一个 CSV 文件。"
        rules={[
          {
            validator: async (_rule, text: string) => {
              const { phones, ids } = readRecipients(text ?? '');
              if (phones.length + ids.length === 0) throw new Error('请粘贴名单，或选择文件');
            },
          },
        ]}
      >
        <Input.TextArea className="figures" rows={5} />
      </Form.Item>
      <Form.Item>
        <Upload
          accept=".csv,.txt,text/csv,text/plain"
          showUploadList={false}
          beforeUpload={(file) => {
            void file.text().then(onRead);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button size="small">选择文件</Button>
        </Upload>
      </Form.Item>
    </>
  );
}
