import { Form, Input } from 'antd';
import { productDeskContract, type StaffPlan } from '#shared/contract/product-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { WholeNumberField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { SecondPerson } from '../../ui/second-person.tsx';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { WaitingChange } from '../pending-changes/waiting-change.tsx';
import { fieldLabel, isRicher, type PlanFields, quotaOf, toFields } from './plan-words.ts';

const { updatePlan } = productDeskContract;
const patch = updatePlan.input.shape;
const periods = [
  { period: 'monthly', label: '每月发放', schema: patch.monthly.unwrap().shape.normal },
  { period: 'daily', label: '每天发放，当天有效', schema: patch.daily.unwrap().shape.normal },
] as const;

export default function PlanEdit() {
  return (
    <OneRecord<StaffPlan> resource="plans" what="套餐">
      {(plan) => <PlanEditor key={plan.id} plan={plan} />}
    </OneRecord>
  );
}

function PlanEditor({ plan }: { plan: StaffPlan }) {
  const write = useWrite(['plans']);
  const { form, base, initialValues, overtaken, changedOf } = useVersionedForm(plan, toFields, write);

  const typed = Form.useWatch([], form) ?? {};
  const save = async (fields: PlanFields) => {
    const changed = changedOf(fields);
    if (changed.size === 0) return true;
    const isChanged = (period: 'monthly' | 'daily') => ticketKinds.some((kind) => changed.has(`${period}_${kind}`));
    return write.send(
      updatePlan,
      {
        id: base.id,
        version: base.version,
        ...(changed.has('title') && { title: fields.title }),
        ...(changed.has('running') && { running: Number(fields.running) }),
        ...(changed.has('queued') && { queued: Number(fields.queued) }),
        ...(isChanged('monthly') && { monthly: quotaOf(fields, 'monthly') }),
        ...(isChanged('daily') && { daily: quotaOf(fields, 'daily') }),
        ...(fields.reason && { reason: fields.reason }),
      },
      ({ title }) => `已保存套餐「${title}」，从下一次发券起生效`,
    );
  };

  return (
    <FormDrawer<PlanFields>
      resource="plans"
      title={`编辑套餐「${plan.title}」`}
      form={form}
      initialValues={initialValues}
      submitLabel="保存"
      write={write}
      onSend={save}
      after={<WaitingChange kind="plan" subject={plan.id} />}
    >
      <OvertakenNote<PlanFields>
        form={form}
        overtaken={overtaken}
        labelOf={fieldLabel}
        wordOf={(_name, value) => value ?? ''}
      />
      <p className="quiet form-lead">从下一次发券起生效，已经发出的券不变。</p>
      <Form.Item name="title" label="名称" rules={[schemaRule(patch.title.unwrap())]}>
        <Input autoComplete="off" />
      </Form.Item>
      {periods.map(({ period, label, schema }) => (
        <section key={period} className="field-group" aria-label={label}>
          <h2>{label}</h2>
          <div className="field-triple">
            {ticketKinds.map((kind) => (
              <WholeNumberField key={kind} name={`${period}_${kind}`} label={ticketLabels[kind]} schema={schema} />
            ))}
          </div>
        </section>
      ))}
      <section className="field-group" aria-label="同时任务数">
        <h2>同时任务数</h2>
        <div className="field-pair">
          <WholeNumberField name="running" label="生成" schema={patch.running.unwrap()} unit="个" />
          <WholeNumberField name="queued" label="排队" schema={patch.queued.unwrap()} unit="个" />
        </div>
      </section>
      {isRicher(plan, typed) && <SecondPerson what="给得更多的套餐" schema={patch.reason} />}
    </FormDrawer>
  );
}
