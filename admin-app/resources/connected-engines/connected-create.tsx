import { Form, Input, Select } from 'antd';
import { connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useWrite } from '../../ui/use-write.ts';
import { type EngineFields, fieldLabels, freshFields, toSettings } from './connected-words.ts';
import { EngineSettingFields } from './engine-fields.tsx';
import { useEngineParts } from './use-engine-parts.ts';

const { createConnectedEngine } = connectedEngineDeskContract;

export default function ConnectedCreate() {
  const [form] = Form.useForm<EngineFields>();
  const write = useWrite(['connectedEngines']);
  const { adapters, adapterOf } = useEngineParts();
  const adapter = Form.useWatch('adapter', form) ?? 'comfyui';
  return (
    <FormDrawer<EngineFields>
      resource="connectedEngines"
      title="接入引擎"
      form={form}
      initialValues={freshFields}
      submitLabel="接入"
      write={write}
      onValuesChange={({ adapter: chosen }) => {
        if (chosen === undefined) return;
        const leavesHouse = adapterOf(chosen)?.leavesHouse ?? true;
        form.setFieldsValue({ ...{ leavesHouse, options: {}, graphs: [], tools: [], models: '' } });
      }}
      onSend={({ name, ...fields }) =>
        write.send(
          createConnectedEngine,
          { name, adapter, ...toSettings({ ...freshFields, name, ...fields }, adapterOf(adapter)?.options ?? []) },
          (engine) => `已接入「${engine.title}」，还停用着：先填密钥、测试，再启用`,
        )
      }
    >
      <p className="quiet form-lead">接入后停用着，测试通过再启用。</p>
      <Form.Item name="adapter" label={fieldLabels.adapter} extra="接入后不能换。">
        <Select options={adapters.map(({ name, title }) => ({ value: name, label: title }))} />
      </Form.Item>
      <Form.Item
        name="name"
        label={fieldLabels.name}
        extra="与任务一起保存，以后不能改。"
        rules={[schemaRule(createConnectedEngine.input.shape.name)]}
      >
        <Input autoComplete="off" placeholder="例如：card" />
      </Form.Item>
      <EngineSettingFields adapter={adapter} />
    </FormDrawer>
  );
}
