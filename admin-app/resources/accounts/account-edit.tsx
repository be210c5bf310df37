import { Button } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { type Overtaken, overtakenIn } from '../../ui/use-versioned-form.ts';
import { type AccountFields as Fields, toFields, toPayload } from './account-draft.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { accountFieldLabels, accountFieldWord, nameOf } from './account-words.ts';

/** @param home what the drawer lies over; the list where it is left out */
export default function AccountEdit({ home }: { home?: `/${string}` }) {
  const { id: accountId = '' } = useParams();
  const { linkTo, addresses } = useDrawer('account');
  const typed = useRef<Partial<Fields>>({});
  const [isReloading, setIsReloading] = useState(false);
  const [overtaken, setOvertaken] = useState<Array<Overtaken<Fields>>>();
  const refineForm = useAccountForm({ action: 'edit', id: accountId }, '已保存账号');
  const { form, query, mutation, onFinish } = refineForm;
  const account = query?.data?.data;

  // Newer values go into what nobody has touched, before anybody can: a layout effect leaves no moment between.
  useLayoutEffect(() => {
    if (!account) return;
    const untouched = Object.entries(toFields(account)).filter(([name]) => !(name in typed.current));
    form.setFields(untouched.map(([name, value]) => ({ name: name as keyof Fields, value, touched: false })));
  }, [account, form]);

  const save = async (fields: Fields) => {
    const changed = Object.keys(typed.current) as Array<keyof Fields>;
    setOvertaken(undefined);
    if (changed.length > 0) await onFinish({ ...toPayload(fields, changed), version: account?.version });
  };
  const reload = async () => {
    setIsReloading(true);
    const newest = (await query?.refetch())?.data?.data;
    mutation.reset();
    setIsReloading(false);
    const typedNow = { ...(account && toFields(account)), ...typed.current } as Fields;
    setOvertaken(account && newest ? overtakenIn(toFields(account), toFields(newest), typedNow) : []);
  };

  if (account && account.deletedAt !== null)
    return <Navigate to={home ?? linkTo(addresses.record(accountId))} replace />;
  return (
    <AccountForm
      {...(home && { home })}
      title={account ? `编辑账号「${nameOf(account)}」` : '编辑账号'}
      saveLabel="保存"
      isNew={false}
      refineForm={refineForm}
      initialValues={account && toFields(account)}
      onSave={save}
      onValuesChange={(changed) => Object.assign(typed.current, changed)}
      phoneHint={account?.phoneNo ?? null}
      emailHint={account?.email ?? null}
      wayOut={
        mutation.error?.reason === 'account.changed_meanwhile' && (
          // Not while the page fetches by itself: antd takes no press from a button that loads.
          <Button size="small" loading={isReloading} onClick={() => void reload()}>
            刷新
          </Button>
        )
      }
      note={
        <OvertakenNote<Fields>
          overtaken={overtaken}
          form={form}
          labelOf={(name) => accountFieldLabels[name]}
          wordOf={accountFieldWord}
        />
      }
    />
  );
}
