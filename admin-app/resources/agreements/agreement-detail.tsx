import { useCan } from '@refinedev/core';
import { DatePicker, Form, Input, Segmented, Switch } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { agreementDeskContract, type StaffAgreementDetail } from '#shared/contract/agreement-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { Section } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { WaitingChange } from '../pending-changes/waiting-change.tsx';
import { AgreementDiff, AgreementPreview, Versions } from './agreement-parts.tsx';
import { agreementChanges } from './agreement-words.ts';
import './agreements.css';

const { updateAgreement, publishAgreement } = agreementDeskContract;

/** One agreement: its draft, how it will look, what it changes, and what was published. */
export default function AgreementDetail() {
  const { data: access } = useCan({ resource: 'agreements', action: 'edit' });
  return (
    <OneRecord<StaffAgreementDetail> resource="agreements" what="协议">
      {(agreement) =>
        access?.can ? (
          <AgreementEditor key={agreement.id} agreement={agreement} />
        ) : (
          <ListDrawer resource="agreements" title={agreement.title}>
            <AgreementPreview text={agreement.versions[0]?.text ?? ''} />
            <Versions agreement={agreement} />
          </ListDrawer>
        )
      }
    </OneRecord>
  );
}

interface Fields {
  draft: string;
}

const published = ({ versions }: StaffAgreementDetail) => versions[0]?.text ?? '';
const toFields = (agreement: StaffAgreementDetail): Fields => ({ draft: agreement.draft ?? published(agreement) });

const views = [
  { value: 'write', label: '正文' },
  { value: 'preview', label: '预览' },
  { value: 'diff', label: '对比' },
];

function AgreementEditor({ agreement }: { agreement: StaffAgreementDetail }) {
  const write = useWrite(agreementChanges);
  const { form, base, initialValues, overtaken } = useVersionedForm(agreement, toFields, write);
  const [view, setView] = useState('write');
  const typed = Form.useWatch('draft', form) ?? initialValues.draft;
  const save = ({ draft }: Fields) =>
    write.send(
      updateAgreement,
      { id: base.id, version: base.version, draft: draft.trim() === published(agreement) ? null : draft },
      (answer) => (answer.hasDraft ? '已保存草稿，还没有发布' : '与现行版本相同，没有草稿'),
    );
  return (
    <FormDrawer<Fields>
      resource="agreements"
      title={agreement.title}
      form={form}
      initialValues={initialValues}
      submitLabel="保存草稿"
      write={write}
      onSend={save}
      after={
        <>
          {agreement.hasDraft && (
            <Section title="草稿" more={<Publish agreement={agreement} />}>
              <p className="line">草稿只有后台看得到。发布后成为版本 {agreement.edition + 1}。</p>
            </Section>
          )}
          <WaitingChange kind="agreement" subject={agreement.id} />
          <Versions agreement={agreement} />
        </>
      }
    >
      <OvertakenNote
        overtaken={overtaken}
        form={form}
        labelOf={() => '正文'}
        wordOf={(_name, text) => `${text.length} 字`}
      />
      <Segmented className="agreement-views" options={views} value={view} onChange={setView} block />
      <Form.Item
        name="draft"
        label="正文"
        hidden={view !== 'write'}
        extra="“## ”开头的一行是一节的标题，其余每行一条，序号自动编；**两对星号**之间加粗。"
        rules={[schemaRule(updateAgreement.input.shape.draft.unwrap())]}
      >
        <Input.TextArea autoSize={{ minRows: 16, maxRows: 28 }} />
      </Form.Item>
      {view === 'preview' && <AgreementPreview text={typed} />}
      {view === 'diff' && <AgreementDiff before={published(agreement)} after={typed} />}
    </FormDrawer>
  );
}

interface PublishFields {
  effectiveOn?: Dayjs;
  needsConsent?: boolean;
  reason: string;
}

function Publish({ agreement: { id, title, edition, version } }: { agreement: StaffAgreementDetail }) {
  return (
    <ActionButton<PublishFields>
      label="发布"
      title={`发布「${title}」版本 ${edition + 1}？`}
      intro="发布后立即显示在协议页。10 分钟内可以撤销；一旦有人同意这一版（包括登录时），就不能撤销。要重新征求同意的一版由另一位员工批准后公布，公布期满（「设置」里的天数）才生效。"
      button={{ size: 'small', type: 'primary' }}
      changes={agreementChanges}
      onSend={(send, { effectiveOn, needsConsent = false, reason }) =>
        send(
          publishAgreement,
          { id, version, needsConsent, reason, effectiveOn: effectiveOn?.format('YYYY-MM-DD') ?? '' },
          (answer) => `已发布「${answer.title}」版本 ${answer.edition}`,
        )
      }
    >
      <Form.Item name="effectiveOn" label="生效日期" rules={[{ required: true, message: '请选择生效日期' }]}>
        <DatePicker className="wide" />
      </Form.Item>
      <Form.Item
        name="needsConsent"
        label="重新征求同意"
        valuePropName="checked"
        extra="打开后，从生效日期起，已登录的人下次打开页面时要先同意，不同意则退出登录。"
      >
        <Switch size="small" />
      </Form.Item>
      <TextField name="reason" label="理由" schema={publishAgreement.input.shape.reason} extra="记入审计和版本记录。" />
    </ActionButton>
  );
}
