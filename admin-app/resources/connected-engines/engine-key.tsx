import { Form, Input } from 'antd';
import { type ConnectedEngine, connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { Section } from '../../ui/parts.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';

const { replaceEngineKey } = connectedEngineDeskContract;
const changes = ['connectedEngines', 'engines'];

interface KeyFields {
  keyHeader: string;
  engineKey: string;
}

interface Props {
  engine: ConnectedEngine;
  /** Word before the key of a service; null where header and value are typed. */
  scheme: string | null;
}

/** The key of an engine, which is replaced or taken away and never shown. */
export function EngineKey({ engine, scheme }: Props) {
  const { id, title, version, hasKey, keyHeader } = engine;
  const none = scheme === null ? '没有密钥。ComfyUI 前面有网关时才需要。' : '没有密钥。';
  return (
    <Section title="密钥">
      <p className="quiet foot-note">{hasKey ? `已封存，随每次请求放在 ${keyHeader} 里，不再显示。` : none}</p>
      <span className="page-actions">
        <ActionButton<KeyFields>
          label={hasKey ? '替换密钥' : '填写密钥'}
          okText="保存"
          title={`「${title}」的密钥`}
          intro="密钥用本机的密钥封存，保存后不再显示，也不能撤销。"
          initialValues={{ keyHeader: scheme === null ? keyHeader : 'Authorization' }}
          changes={changes}
          onSend={(write, fields) =>
            write(replaceEngineKey, { id, version, ...headerOf(fields, scheme) }, () => '已保存密钥')
          }
        >
          {scheme === null && (
            <Form.Item name="keyHeader" label="请求头" rules={[schemaRule(replaceEngineKey.input.shape.keyHeader)]}>
              <Input autoComplete="off" />
            </Form.Item>
          )}
          <Form.Item
            name="engineKey"
            label={scheme === null ? '值' : '服务的密钥'}
            extra={scheme === null ? '整个值，例如 Bearer 加空格加令牌。' : `不用写 ${scheme}。`}
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
            onSend={(write) => write(replaceEngineKey, { id, version, keyHeader, engineKey: null }, () => '已去掉密钥')}
          />
        )}
      </span>
    </Section>
  );
}

/** The header that carries the key; whoever types the word before it has it once. */
function headerOf({ keyHeader, engineKey }: KeyFields, scheme: string | null): KeyFields {
  if (scheme === null) return { keyHeader, engineKey };
  const key = engineKey.trim();
  const isWhole = key.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return { keyHeader: 'Authorization', engineKey: isWhole ? key : `${scheme} ${key}` };
}
