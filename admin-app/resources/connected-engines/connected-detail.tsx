import { useCan } from '@refinedev/core';
import { Alert, Form, Input, Switch } from 'antd';
import {
  type ConnectedEngine,
  connectedEngineDeskContract,
  type ShownEngine,
} from '#shared/contract/connected-engine-desk';
import { engineStateLabels, planLabels } from '#shared/domain/console-words';
import { ActionButton } from '../../ui/action-button.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { Facts, Section } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
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
  isDearer,
  toFields,
  toSettings,
} from './connected-words.ts';
import { EngineSettingFields } from './engine-fields.tsx';

const { updateConnectedEngine, replaceEngineKey, removeConnectedEngine, testConnectedEngine } =
  connectedEngineDeskContract;
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
  const { id, address, graphs, tools, models, priceFactor, laneSize, timeLimitSeconds, budget, plans } = engine;
  return (
    <Facts
      facts={[
        [fieldLabels.name, id],
        [
          fieldLabels.address,
          <span key="address" className="is-typed">
            {address}
          </span>,
        ],
        [fieldLabels.graphs, graphs?.join('、') ?? '全部自带的图'],
        [fieldLabels.tools, tools?.join('、') ?? '图支持的全部'],
        [fieldLabels.models, Object.values(models).join('、') || '与图一致'],
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
  const save = async (fields: EngineFields) => {
    const changed = changedOf(fields);
    if (changed.size === 0) return true;
    const settings = toSettings({ ...toFields(base), ...fields });
    const isBudgetChanged = (['perRun', 'perDay', 'perMonth'] as const).some((name) => changed.has(name));
    const given = Object.entries(settings).filter(([name]) =>
      name === 'budget' ? isBudgetChanged : changed.has(name as keyof EngineFields),
    );
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
      <EngineSettingFields />
      {typed.address !== undefined && typed.address !== engine.address && engine.hasKey && (
        <Alert className="drawer-alert" type="warning" message="换了地址，原来的密钥会去掉，保存后要重新填写。" />
      )}
      {isDearer(engine, typed) && (
        <SecondPerson
          what="启用，以及启用后换地址、降低倍数、放宽预算、改为图片不离开"
          schema={updateConnectedEngine.input.shape.reason}
        />
      )}
    </FormDrawer>
  );
}

interface KeyFields {
  keyHeader: string;
  engineKey: string;
}

/** Key, test and removal, below the form. */
function EngineActs({ engine }: { engine: ConnectedEngine }) {
  const { id, title, version, hasKey, keyHeader } = engine;
  return (
    <>
      <WaitingChange kind="engine" subject={id} />
      <Section title="密钥">
        <p className="quiet foot-note">
          {hasKey ? `已封存，随每次请求放在 ${keyHeader} 里，不再显示。` : '没有密钥。ComfyUI 前面有网关时才需要。'}
        </p>
        <span className="page-actions">
          <ActionButton<KeyFields>
            label={hasKey ? '替换密钥' : '填写密钥'}
            okText="保存"
            title={`「${title}」的密钥`}
            intro="密钥用本机的密钥封存，保存后不再显示，也不能撤销。"
            initialValues={{ keyHeader }}
            changes={changes}
            onSend={(write, fields) => write(replaceEngineKey, { id, version, ...fields }, () => '已保存密钥')}
          >
            <Form.Item name="keyHeader" label="请求头" rules={[schemaRule(replaceEngineKey.input.shape.keyHeader)]}>
              <Input autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="engineKey"
              label="值"
              extra="整个值，例如 Bearer 加空格加令牌。"
              rules={[schemaRule(replaceEngineKey.input.shape.engineKey.unwrap())]}
            >
              <Input.Password autoComplete="new-password" />
            </Form.Item>
          </ActionButton>
          {hasKey && (
            <ActionButton<object>
              label="去掉密钥"
              title={`去掉「${title}」的密钥？`}
              button={{ danger: true }}
              changes={changes}
              onSend={(write) =>
                write(replaceEngineKey, { id, version, keyHeader, engineKey: null }, () => '已去掉密钥')
              }
            />
          )}
        </span>
      </Section>
      <Section title="测试">
        <EngineTestButton call={testConnectedEngine} id={id} words="按保存的设置询问版本、节点和模型，不生成图片。" />
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
