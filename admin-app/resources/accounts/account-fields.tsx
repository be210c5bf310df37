import { useCan } from '@refinedev/core';
import { DatePicker, Form, Input, Segmented, Select, Switch } from 'antd';
import { AccountDraft, AccountPatch } from '#shared/contract/staff';
import { staffRoleLabels, staffRoles } from '#shared/domain/staff-permissions';
import { TextField } from '../../ui/fields.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import type { AccountFields as Fields } from './account-draft.ts';
import { planChoices, staffType } from './account-words.ts';
import { BanEnd } from './ban-end.tsx';
import { PhoneCode } from './phone-code.tsx';

const draft = AccountDraft.shape;
const patch = AccountPatch.shape;
const roleChoices = staffRoles.map((role) => ({ value: role, label: staffRoleLabels[role] }));

interface Props {
  isNew: boolean;
  /** Number of the account being changed; shown masked. */
  phoneHint?: string | null | undefined;
  /** Its address, masked. */
  emailHint?: string | null | undefined;
}

/** The fields of an account; staff and users show different ones. */
export function AccountFields({ isNew, phoneHint, emailHint }: Props) {
  const userType = Form.useWatch<Fields['userType']>('userType') ?? 1;
  const { data: staffAccess } = useCan({ resource: 'account', action: 'editStaff' });
  const { data: banAccess } = useCan({ resource: 'account', action: 'ban' });
  const plan = Form.useWatch<Fields['plan']>('plan');

  return (
    <>
      <Form.Item name="userType" label="类型" hidden={!isNew || !staffAccess?.can}>
        <Segmented
          block
          options={[
            { value: 1, label: '用户' },
            { value: staffType, label: '员工' },
          ]}
        />
      </Form.Item>
      <Form.Item name="nickName" label="昵称" rules={[schemaRule(isNew ? draft.nickName : patch.nickName.unwrap())]}>
        <Input autoComplete="off" placeholder={isNew ? '不填则自动生成' : ''} />
      </Form.Item>
      {userType === staffType ? (
        <StaffFields isNew={isNew} />
      ) : (
        <>
          <CredentialFields isNew={isNew} phoneHint={phoneHint} emailHint={emailHint} />
          <PlanFields isNew={isNew} />
        </>
      )}
      {!isNew && banAccess?.can && <BanFields />}
      {(!isNew || (plan !== undefined && plan !== 'free')) && (
        <TextField
          name="reason"
          label="理由"
          schema={patch.reason}
          extra="改会员、登录方式、密码或停用时必填，记入审计。"
        />
      )}
    </>
  );
}

const needed = (sentence: string) => ({ required: true, message: sentence });

function StaffFields({ isNew }: Pick<Props, 'isNew'>) {
  return (
    <>
      <Form.Item
        name="loginName"
        label="登录名"
        rules={[needed('请输入登录名'), schemaRule(draft.loginName)]}
        validateFirst
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="role" label="角色" rules={[needed('请选择角色')]}>
        <Select options={roleChoices} placeholder="选择角色" />
      </Form.Item>
      <Form.Item
        name="password"
        label={isNew ? '初始密码' : '重设密码'}
        rules={[...(isNew ? [needed('请输入初始密码')] : []), schemaRule(draft.password)]}
        validateFirst
      >
        <Input.Password autoComplete="new-password" placeholder={isNew ? '' : '不修改请留空'} />
      </Form.Item>
    </>
  );
}

/** Fields of an account's credentials: phone number, e-mail address, login name, password. */
function CredentialFields({ isNew, phoneHint, emailHint }: Props) {
  const { data: access } = useCan({ resource: 'account', action: 'credentials' });
  const isHidden = !isNew && !access?.can;
  return (
    <>
      <Heading
        hidden={isNew || !access?.can}
        title="登录方式"
        hint="改动须写理由，并由另一人批准；手机号也可凭新旧两个号码各收到的验证码直接生效。生效后通知原手机号和邮箱。"
      />
      <Form.Item
        name="phoneNo"
        hidden={isHidden}
        label="手机号"
        rules={[...(isNew ? [needed('请输入手机号')] : []), schemaRule(draft.phoneNo)]}
        validateFirst
      >
        <Input
          className="figures"
          autoComplete="off"
          inputMode="numeric"
          maxLength={60}
          placeholder={phoneHint ? `${phoneHint}，不修改请留空` : ''}
        />
      </Form.Item>
      {!isNew && access?.can && <PhoneCode />}
      <div className="field-pair" style={isHidden ? { display: 'none' } : undefined}>
        <Form.Item name="email" label="邮箱" rules={[schemaRule(draft.email)]}>
          <Input
            autoComplete="off"
            inputMode="email"
            maxLength={200}
            placeholder={emailHint ? `${emailHint}，不修改请留空` : ''}
          />
        </Form.Item>
        <Form.Item name="loginName" label="登录名" rules={[schemaRule(draft.loginName)]}>
          <Input autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item
        name="password"
        label={isNew ? '密码' : '重设密码'}
        hidden={isHidden}
        extra="开放账号密码登录时用；设置后该账号须重新登录。"
        rules={[schemaRule(draft.password)]}
      >
        <Input.Password autoComplete="new-password" maxLength={140} placeholder={isNew ? '可以不填' : '不修改请留空'} />
      </Form.Item>
    </>
  );
}

function PlanFields({ isNew }: Pick<Props, 'isNew'>) {
  const { data: access } = useCan({ resource: 'account', action: 'grantPlan' });
  return (
    <>
      <Heading hidden={isNew || !access?.can} title="会员" hint="改动须写理由，折算成券计入您今天的赠送上限。" />
      <div className="field-pair" style={access?.can ? undefined : { display: 'none' }}>
        <Form.Item name="plan" label="会员" rules={[schemaRule(draft.plan)]}>
          <Select options={planChoices} />
        </Form.Item>
        <Form.Item name="planExpiresAt" label="会员到期日">
          <DatePicker className="wide" placeholder="不限期" />
        </Form.Item>
      </div>
      <Form.Item name="isTestUser" label="测试账号" valuePropName="checked" extra="测试账号不计入收入统计。">
        <Switch size="small" />
      </Form.Item>
    </>
  );
}

function BanFields() {
  const status = Form.useWatch<Fields['status']>('status');
  return (
    <>
      <Heading title="停用" hint="停用须写理由，该账号立即退出登录。" />
      <Form.Item name="status" label="状态">
        <Segmented
          options={[
            { value: 'active', label: '正常' },
            { value: 'banned', label: '停用' },
          ]}
        />
      </Form.Item>
      {status === 'banned' && (
        <Form.Item
          name="statusReason"
          label="停用原因"
          extra="用户登录时会看到。"
          rules={[schemaRule(patch.statusReason)]}
        >
          <Input.TextArea autoSize={{ minRows: 2 }} showCount />
        </Form.Item>
      )}
      {status === 'banned' && <BanEnd />}
    </>
  );
}

/** Heading of a group of fields, with the requirements of a change. */
function Heading({ title, hint, hidden = false }: { title: string; hint: string; hidden?: boolean }) {
  return hidden ? null : (
    <div className="form-heading">
      <h3>{title}</h3>
      <p className="quiet">{hint}</p>
    </div>
  );
}
