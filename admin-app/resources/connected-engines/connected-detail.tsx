import { useCan } from '@refinedev/core';
import { Alert, Form, Switch } from 'antd';
import {
  type ConnectedEngine,
  connectedEngineDeskContract,
  type ShownEngine,
} from '#shared/contract/connected-engine-desk';
import { engineAdapterLabels, engineStateLabels, planLabels } from '#shared/domain/console-words';
import { ActionButton } from '../../ui/action-button.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { Facts, Section } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { SecondPerson } from '../../ui/second-person.tsx';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { EngineTestButton } from '../engines/engine-test.tsx';
import { WaitingChange } from '../pending-changes/waiting-change.tsx';
import {
  budgetWords,
  type EngineFields,
  fieldLabels,
  fieldWord,
  hasOtherOptions,
  isDearer,
  optionWords,
  toFields,
  toSettings,
} from './connected-words.ts';
import { EngineSettingFields } from './engine-fields.tsx';
import { EngineKey } from './engine-key.tsx';
import { Licences } from './licences.tsx';
import { useEngineParts } from './use-engine-parts.ts';

const { updateConnectedEngine, removeConnectedEngine, testConnectedEngine } = connectedEngineDeskContract;
const changes = ['connectedEngines', 'engines'];

/** One engine: editors change it here; one of the file is only shown. */
export default function ConnectedDetail() {
  const { data: access } = useCan({ resource: 'connectedEngines', action: 'edit' });
  return (
    <OneRecord<ShownEngine> resource="connectedEngines" what="外接引擎">
      {(engine) =>
        access?.can && engine.source === 'console' ? (
          <EngineEditor key={engine.id} engine={engine} />
        ) : (
          <ListDrawer resource="connectedEngines" title={engine.title}>
            {engine.source === 'file' && (
              <Alert
                className="drawer-alert"
                type="info"
                message="这个引擎写在 ENGINES_FILE 里，只能在文件中修改，重启后生效。"
              />
            )}
            <EngineNotes engine={engine} />
            <EngineFacts engine={engine} />
          </ListDrawer>
        )
      }
    </OneRecord>
  );
}

/** The reason why an engine does not work, and the methods that nobody has seen at work. */
function EngineNotes({ engine: { id, isEnabled, state, detail, untested } }: { engine: ShownEngine }) {
  return (
    <>
      {isEnabled && state !== 'ok' && (
        <Alert className="drawer-alert" type="warning" message={`${engineStateLabels[state]}：${detail}`} />
      )}
      {untested.length > 0 && (
        <Alert
          className="drawer-alert"
          type="info"
          message={`未实测：${untested.join('、')}。表单里会写明；运行 npm run engine:check ${id} 并通过后不再写。`}
        />
      )}
    </>
  );
}

function EngineFacts({ engine }: { engine: ConnectedEngine }) {
  const parts = useEngineParts().adapterOf(engine.adapter);
  const isOfGraphs = parts?.hasGraphs ?? engine.adapter === 'comfyui';
  const { id, address, graphs, tools, models, priceFactor, laneSize, timeLimitSeconds, budget, plans } = engine;
  return (
    <Facts
      facts={[
        [fieldLabels.name, id],
        [fieldLabels.adapter, engineAdapterLabels[engine.adapter]],
        [
          fieldLabels.address,
          <span key="address" className="is-typed">
            {address}
          </span>,
        ],
        ...(isOfGraphs
          ? ([
              [fieldLabels.graphs, graphs?.join('、') ?? '全部自带的图'],
              [fieldLabels.models, Object.values(models).join('、') || '与图一致'],
            ] as const)
          : ([[fieldLabels.options, optionWords(engine, parts?.options ?? [])]] as const)),
        [fieldLabels.tools, tools?.join('、') ?? '支持的全部'],
        [fieldLabels.priceFactor, `× ${priceFactor}`],
        [fieldLabels.laneSize, `${laneSize} 个任务`],
        [fieldLabels.timeLimitSeconds, `${timeLimitSeconds} 秒`],
        ['预算', budgetWords(budget)],
        [fieldLabels.plans, plans?.map((plan) => planLabels[plan]).join('、') ?? '全部'],
        [fieldLabels.leavesHouse, engine.leavesHouse ? '会' : '不会'],
        ['密钥', engine.hasKey ? `有，放在 ${engine.keyHeader}` : '无'],
      ]}
    />
  );
}

function EngineEditor({ engine }: { engine: ShownEngine }) {
  const write = useWrite(changes);
  const { form, base, initialValues, overtaken, changedOf } = useVersionedForm(engine, toFields, write);
  const typed = Form.useWatch([], form) ?? {};
  const { adapterOf } = useEngineParts();
  const save = async (shown: EngineFields) => {
    // Fields of other adapters are not shown and stay.
    const fields = { ...toFields(base), ...shown };
    const changed = changedOf(fields);
    const settings = toSettings(fields, adapterOf(base.adapter)?.options ?? []);
    const isOptionsChanged = hasOtherOptions(toFields(base).options, fields.options);
    const isBudgetChanged = (['perRun', 'perDay', 'perMonth'] as const).some((name) => changed.has(name));
    const given = Object.entries(settings).filter(([name]) =>
      name === 'budget'
        ? isBudgetChanged
        : name === 'options'
          ? isOptionsChanged
          : changed.has(name as keyof EngineFields),
    );
    if (given.length === 0 && !changed.has('isEnabled')) return true;
    return write.send(
      updateConnectedEngine,
      {
        ...Object.fromEntries(given),
        ...{ id: base.id, version: base.version },
        ...(changed.has('isEnabled') && { isEnabled: fields.isEnabled }),
        ...(fields.reason && { reason: fields.reason }),
      },
      (answer) => `已保存「${answer.title}」`,
    );
  };
  return (
    <FormDrawer<EngineFields>
      resource="connectedEngines"
      title={engine.title}
      form={form}
      initialValues={initialValues}
      submitLabel="保存"
      write={write}
      onSend={save}
      after={<EngineActs engine={engine} />}
    >
      <OvertakenNote<EngineFields>
        overtaken={overtaken}
        form={form}
        labelOf={(name) => fieldLabels[name]}
        wordOf={fieldWord}
      />
      <EngineNotes engine={engine} />
      <Form.Item name="isEnabled" label={fieldLabels.isEnabled} valuePropName="checked" extra="停用后不接新任务。">
        <Switch size="small" />
      </Form.Item>
      <EngineSettingFields adapter={engine.adapter} />
      {typed.address !== undefined && typed.address !== engine.address && engine.hasKey && (
        <Alert className="drawer-alert" type="warning" message="换了地址，原来的密钥会去掉，保存后要重新填写。" />
      )}
      {isDearer(engine, typed) && (
        <SecondPerson
          what="启用，以及启用后换地址、改适配器的设置、降低倍数、放宽预算、改为图片不离开"
          schema={updateConnectedEngine.input.shape.reason}
        />
      )}
    </FormDrawer>
  );
}

/** Key, test and removal, below the form. */
function EngineActs({ engine }: { engine: ConnectedEngine }) {
  const { id, title, version, adapter } = engine;
  const parts = useEngineParts().adapterOf(adapter);
  return (
    <>
      <WaitingChange kind="engine" subject={id} />
      {engine.adapter === 'comfyui' && <Licences engine={engine} />}
      <EngineKey engine={engine} scheme={parts?.keyScheme ?? null} />
      <Section title="测试">
        <EngineTestButton
          call={testConnectedEngine}
          id={id}
          words={`按保存的设置询问${parts?.hasGraphs === false ? '密钥和模型' : '版本、节点和模型'}，不生成图片。`}
        />
      </Section>
      <Section title="删除">
        <ActionButton<object>
          label="删除"
          title={`删除「${title}」？`}
          intro="没有任务在等它或由它运行时才能删除。10 分钟内可以撤销，恢复后停用着，没有密钥。"
          button={{ danger: true }}
          changes={changes}
          onSend={(write) => write(removeConnectedEngine, { id, version }, () => `已删除「${title}」`)}
        />
      </Section>
    </>
  );
}
