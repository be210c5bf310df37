import { emptyFields, toPayload } from './account-draft.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { staffType } from './account-words.ts';

const userFields = [
  'nickName',
  'phoneNo',
  'email',
  'loginName',
  'password',
  'plan',
  'planExpiresAt',
  'isTestUser',
  'reason',
] as const;
const staffFields = ['userType', 'nickName', 'loginName', 'role', 'password'] as const;

export default function AccountCreate() {
  const refineForm = useAccountForm({ action: 'create' }, '已新建账号');
  return (
    <AccountForm
      title="新建账号"
      saveLabel="新建"
      isNew
      refineForm={refineForm}
      initialValues={emptyFields}
      onSave={(fields) =>
        refineForm.onFinish(toPayload(fields, fields.userType === staffType ? staffFields : userFields))
      }
    />
  );
}
