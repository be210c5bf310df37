import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { type StaffSecurity, staffDeskContract } from '#shared/contract/staff-desk';
import { TotpCode } from '#shared/contract/staff-door';
import { staffSession } from '../providers/staff-session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { CopyableId, Section, Time } from '../ui/parts.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { schemaRule } from '../ui/schema-rule.ts';
import { useWrite } from '../ui/use-write.ts';

interface Started {
  secret: string;
  qrImage: string;
}

interface Props {
  security: StaffSecurity;
  onDone: () => void;
}

/** The second factor: off, being set up, or on. */
export function FactorPart({ security, onDone }: Props) {
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = (recoveryCodes: readonly string[]) => {
    setStarted(undefined);
    setCodes(recoveryCodes);
    void staffSession.refresh();
    onDone();
  };
  return (
    <Section title="两步验证">
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {security.factorSince !== null && <FactorOn security={security} onDone={onDone} onCodes={setCodes} />}
      {security.factorSince === null && !started && <FactorOff security={security} onStart={setStarted} />}
      {security.factorSince === null && started && <FactorSetUp started={started} onFinish={finish} />}
    </Section>
  );
}

function FactorOff({ security, onStart }: { security: StaffSecurity; onStart: (started: Started) => void }) {
  return (
    <>
      <p className="quiet">
        {security.isFactorNeeded
          ? '您的角色必须使用两步验证：登录时除了密码，还要输入手机上的 6 位动态码。'
          : '开启后，登录时除了密码，还要输入手机上的 6 位动态码。别人拿到密码也进不来。'}
      </p>
      <ActionButton<{ password: string }>
        label="开启两步验证"
        title="开启两步验证"
        intro="请先在手机上装好任意一款身份验证器（TOTP），再输入当前密码。"
        okText="下一步"
        button={{ type: 'primary' }}
        changes={[]}
        onSend={(send, { password }) =>
          send(staffDeskContract.startFactor, { password }, ({ secret, qrImage }) => {
            onStart({ secret, qrImage });
            return '请用身份验证器扫码';
          })
        }
      >
        <PasswordField />
      </ActionButton>
    </>
  );
}

function FactorSetUp({ started, onFinish }: { started: Started; onFinish: (codes: readonly string[]) => void }) {
  const [form] = Form.useForm<{ totpCode: string }>();
  const write = useWrite([]);
  const send = ({ totpCode }: { totpCode: string }) =>
    write.send(staffDeskContract.confirmFactor, { totpCode }, ({ recoveryCodes }) => {
      onFinish(recoveryCodes);
      return '两步验证已开启';
    });
  return (
    <div className="factor-set-up">
      <img src={started.qrImage} width={168} height={168} alt="身份验证器用的二维码" />
      <div>
        <p>用身份验证器扫描二维码；扫不了就手工输入密钥：</p>
        <CopyableId id={started.secret} what="密钥" isWhole />
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void send(fields)}>
          <Refusal error={write.error} form={form} />
          <CodeField />
          <Button htmlType="submit" type="primary" loading={write.isPending}>
            确认开启
          </Button>
        </Form>
      </div>
    </div>
  );
}

function FactorOn({ security, onDone, onCodes }: Props & { onCodes: (codes: readonly string[]) => void }) {
  return (
    <>
      <p>
        已开启，自 <Time at={security.factorSince} />
        。还有 {security.recoveryCodesLeft} 个恢复码可用。
      </p>
      <div className="security-actions">
        <ActionButton<{ totpCode: string }>
          label="换一组恢复码"
          title="换一组恢复码？"
          intro="旧的恢复码会全部作废。"
          changes={[]}
          onDone={onDone}
          onSend={(send, { totpCode }) =>
            send(staffDeskContract.newRecoveryCodes, { totpCode }, ({ recoveryCodes }) => {
              onCodes(recoveryCodes);
              return '已换成新的恢复码';
            })
          }
        >
          <CodeField />
        </ActionButton>
        {!security.isFactorNeeded && (
          <ActionButton<{ password: string; totpCode: string }>
            label="关闭两步验证"
            title="关闭两步验证？"
            intro="之后只凭密码就能登录您的账号。"
            button={{ danger: true }}
            changes={[]}
            onDone={onDone}
            onSend={(send, typed) => send(staffDeskContract.removeFactor, typed, () => '两步验证已关闭')}
          >
            <PasswordField />
            <CodeField />
          </ActionButton>
        )}
      </div>
    </>
  );
}

/** Shown once: who closes it has written them down. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { message } = App.useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      message.success('已复制恢复码');
    } catch {
      message.error('浏览器不允许复制，请手动选择');
    }
  };
  return (
    <div className="recovery" role="status">
      <p>
        <strong>请现在保存这些恢复码。</strong>手机不在身边时，每个可以代替动态码登录一次；离开这里后不再显示。
      </p>
      <ul className="figures">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="security-actions">
        <Button onClick={() => void copy()}>复制全部</Button>
        <Button type="primary" onClick={onClose}>
          已保存好
        </Button>
      </div>
    </div>
  );
}

function PasswordField() {
  return (
    <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
      <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
    </Form.Item>
  );
}

function CodeField() {
  return (
    <Form.Item name="totpCode" label="动态码" rules={[schemaRule(TotpCode)]} validateTrigger="onSubmit">
      <Input autoComplete="one-time-code" maxLength={24} className="figures" />
    </Form.Item>
  );
}
