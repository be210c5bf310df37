import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useLocation } from 'react-router';
import { type StaffView, viewDeskContract } from '#shared/contract/view-desk';
import { type StaffRole, staffRoleLabels, staffRoles } from '#shared/domain/staff-permissions';
import { Refusal } from '../refusal.tsx';
import { schemaRule } from '../schema-rule.ts';
import { DraftNote, useDraft } from '../use-draft.tsx';
import { useWrite } from '../use-write.ts';
import type { ListLayout } from './list-layout.ts';

interface Props {
  resource: string;
  isAdmin: boolean;
  question: string;
  layout: ListLayout;
  onMade: (view: StaffView) => void;
}

interface Fields {
  name: string;
  whose: 'own' | StaffRole;
  isDefault: boolean;
}

const whoseChoices = [
  { value: 'own', label: '仅自己可见' },
  ...staffRoles.map((role) => ({ value: role, label: `角色：${staffRoleLabels[role]}` })),
];

/** Keeps the list as it is now under a name. */
export function ViewForm({ resource, isAdmin, question, layout, onMade }: Props) {
  const [form] = Form.useForm<Fields>();
  const write = useWrite(['views']);
  const { pathname } = useLocation();
  const kept = useDraft(`${pathname}#view`);
  const save = async ({ name, whose, isDefault }: Fields) => {
    const role = whose === 'own' ? null : whose;
    let view: StaffView | undefined;
    const draft = {
      resource,
      name,
      role,
      isDefault,
      query: question,
      layout,
    };
    const isDone = await write.send(
      viewDeskContract.createView,
      { ...draft, scope: role ? ('role' as const) : ('own' as const) },
      (answer) => {
        view = answer;
        return `已保存视图「${answer.name}」`;
      },
    );
    if (!isDone || !view) return;
    kept.forget();
    onMade(view);
  };
  return (
    <Form<Fields>
      form={form}
      className="view-form"
      layout="vertical"
      requiredMark={false}
      initialValues={{ whose: 'own', isDefault: false }}
      disabled={write.isPending}
      onValuesChange={kept.note}
      onFinish={(fields) => void save(fields)}
    >
      <DraftNote draft={kept} form={form} />
      <Refusal error={write.error} form={form} />
      <Form.Item
        name="name"
        label="把现在的条件和列存为视图"
        rules={[schemaRule(viewDeskContract.createView.input.shape.name)]}
      >
        <Input autoComplete="off" placeholder="例如：今天的大额订单" />
      </Form.Item>
      <Form.Item name="whose" hidden={!isAdmin} label="谁能看到">
        <Select options={whoseChoices} />
      </Form.Item>
      <Form.Item name="isDefault" valuePropName="checked">
        <Checkbox>打开这个列表时默认使用</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={write.isPending}>
        保存视图
      </Button>
    </Form>
  );
}
