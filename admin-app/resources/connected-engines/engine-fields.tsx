import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { EngineAdapterParts, EngineParts } from '#shared/contract/connected-engine-desk';
import { engineFields } from '#shared/contract/engine-fields';
import { planLabels } from '#shared/domain/console-words';
import type { EngineAdapter } from '#shared/domain/engine-adapters';
import { plans } from '#shared/domain/plan';
import { WholeNumberField, YuanField } from '../../ui/fields.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { fieldLabels } from './connected-words.ts';
import { OptionField } from './option-field.tsx';
import { useEngineParts } from './use-engine-parts.ts';

const { perRunFen } = engineFields.budget.shape;
const planChoices = plans.map((plan) => ({ value: plan, label: planLabels[plan] }));

/** Settings of an engine, for new ones and present ones. */
export function EngineSettingFields({ adapter }: { adapter: EngineAdapter }) {
  const { graphs, adapterOf } = useEngineParts();
  const parts = adapterOf(adapter);
  return (
    <>
      <Form.Item
        name="title"
        label={fieldLabels.title}
        extra="用户看到的名称。"
        rules={[schemaRule(engineFields.title)]}
      >
        <Input autoComplete="off" placeholder="例如：工作室显卡" />
      </Form.Item>
      <Form.Item
        name="address"
        label={fieldLabels.address}
        extra={parts?.address.hint}
        rules={[schemaRule(engineFields.address)]}
      >
        <Input autoComplete="off" inputMode="url" placeholder={parts?.address.example ?? ''} />
      </Form.Item>
      {parts && (parts.hasGraphs ? <GraphFields graphs={graphs} /> : <ServiceFields parts={parts} />)}
      <TermFields />
    </>
  );
}

/** Graphs, and the tools and models that follow from them. */
function GraphFields({ graphs }: { graphs: EngineParts['graphs'] }) {
  const form = Form.useFormInstance();
  const chosen: string[] = Form.useWatch('graphs', form) ?? [];
  const used =
    chosen.length === 0 ? graphs.filter(({ own }) => own === null) : graphs.filter(({ id }) => chosen.includes(id));
  const tools = new Map(used.flatMap((graph) => graph.tools.map(({ id, title }) => [id, title] as const)));
  const models = [...new Set(used.flatMap((graph) => graph.models))];
  return (
    <>
      <Form.Item name="graphs" label={fieldLabels.graphs} extra="不选则用全部自带的图；自己的图要在这里选。">
        <Select
          mode="multiple"
          placeholder="全部"
          options={graphs.map(({ id, title, minVram, own }) => ({
            value: id,
            label: `${title}（${id}，${minVram} GB 显存${own ? '，自己的' : ''}）`,
          }))}
        />
      </Form.Item>
      <ToolsField tools={[...tools].map(([id, title]) => ({ id, title }))} extra="不选则用图支持的全部。" />
      <Form.Item name="models" label={fieldLabels.models} extra={<ModelNames names={models} />}>
        <Input.TextArea rows={2} placeholder="qwen_image_vae.safetensors=my_vae.safetensors" />
      </Form.Item>
    </>
  );
}

/** The settings that a service has of its own, and its tools. */
function ServiceFields({ parts: { options, tools } }: { parts: EngineAdapterParts }) {
  return (
    <>
      {options.map((option) => (
        <OptionField key={option.name} option={option} />
      ))}
      <ToolsField tools={tools} extra="不选则用它支持的全部。" />
    </>
  );
}

function ToolsField({ tools, extra }: { tools: EngineAdapterParts['tools']; extra: string }) {
  return (
    <Form.Item name="tools" label={fieldLabels.tools} extra={extra}>
      <Select
        mode="multiple"
        placeholder="全部"
        optionFilterProp="label"
        options={tools.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </Form.Item>
  );
}

/** Price, lane, time, budget and who may use it. */
function TermFields() {
  return (
    <>
      <div className="field-pair">
        <Form.Item
          name="priceFactor"
          label={fieldLabels.priceFactor}
          extra="每张向上取整。"
          rules={[schemaRule(engineFields.priceFactor)]}
        >
          <InputNumber className="figures wide-number" min={0} max={100} step={0.5} />
        </Form.Item>
        <WholeNumberField name="laneSize" label={fieldLabels.laneSize} schema={engineFields.laneSize} unit="个任务" />
      </div>
      <WholeNumberField
        name="timeLimitSeconds"
        label={fieldLabels.timeLimitSeconds}
        schema={engineFields.timeLimitSeconds}
        unit="秒"
      />
      <YuanField
        name="perRun"
        label={fieldLabels.perRun}
        schema={perRunFen}
        placeholder="无预算"
        extra="运行前预留的费用，按服务的收费填；自己的显卡不用填。"
        isOptional
      />
      <div className="field-pair">
        <YuanField name="perDay" label={fieldLabels.perDay} schema={perRunFen} placeholder="不限" isOptional />
        <YuanField name="perMonth" label={fieldLabels.perMonth} schema={perRunFen} placeholder="不限" isOptional />
      </div>
      <Form.Item name="plans" label={fieldLabels.plans} extra="不选则都能用。">
        <Select mode="multiple" placeholder="全部" options={planChoices} />
      </Form.Item>
      <Form.Item
        name="leavesHouse"
        label={fieldLabels.leavesHouse}
        valuePropName="checked"
        extra="图片和描述会发给别人时打开，表单里会写明。"
      >
        <Switch size="small" />
      </Form.Item>
    </>
  );
}

/** Hint about the names of models, with those of the graphs to look up. */
function ModelNames({ names }: { names: readonly string[] }) {
  return (
    <>
      一行一个：图里的名称=您机器上的文件名；与图一致的不用写。
      {names.length > 0 && (
        <details>
          <summary>图里的 {names.length} 个名称</summary>
          {names.map((name) => (
            <div key={name}>{name}</div>
          ))}
        </details>
      )}
    </>
  );
}
