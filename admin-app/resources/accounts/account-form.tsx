import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { Alert, Button, Form, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/staff';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { LoadFailure } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import type { AccountFields as Fields } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { accountsPath, nameOf } from './account-words.ts';

/** What goes to the server: the named fields as the contract wants them. */
type AccountPayload = Record<string, unknown>;

/** Refine's form for accounts. It shows refusals itself; success is told once the drawer is gone. */
export function useAccountForm(call: { action: 'create' } | { action: 'edit'; id: string }, saved: string) {
  const { close } = useDrawer(accountsPath);
  return useForm<Account, HttpError, AccountPayload>({
    ...call,
    resource: 'account',
    redirect: false,
    onMutationSuccess: close,
    errorNotification: false,
    successNotification: (answer) => ({
      type: 'success',
      description: saved,
      message: answer ? nameOf(answer.data as Account) : '',
    }),
    queryOptions: { gcTime: 0 },
  });
}

interface Props {
  title: string;
  saveLabel: string;
  isNew: boolean;
  refineForm: ReturnType<typeof useAccountForm>;
  initialValues: Fields | undefined;
  onSave: (fields: Fields) => Promise<unknown>;
  onValuesChange?: (changed: Partial<Fields>) => void;
  phoneHint?: string | null;
  /** Stands beside a refusal. */
  wayOut?: ReactNode;
  note?: ReactNode;
}

/** A drawer with the fields of an account; waits for the account, and shows why it could not be saved. */
export function AccountForm(props: Props) {
  const { title, saveLabel, isNew, refineForm, initialValues, onSave, onValuesChange, phoneHint, wayOut, note } = props;
  const { form, formProps, saveButtonProps, mutation, query } = refineForm;
  const { error, isPending } = mutation;
  const isUnderField = Object.keys(error?.errors ?? {}).some((name) => name in form.getFieldsValue());

  return (
    <ListDrawer
      list={accountsPath}
      title={title}
      form={form}
      footer={
        <Button type="primary" block {...saveButtonProps} loading={isPending}>
          {saveLabel}
        </Button>
      }
    >
      {!initialValues && query?.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {!initialValues && !query?.error && <Skeleton active paragraph={{ rows: 8 }} />}
      <Form
        {...formProps}
        layout="vertical"
        hidden={!initialValues}
        {...(initialValues && { initialValues })}
        requiredMark={false}
        // A refusal stays in `mutation.error`.
        onFinish={(fields) => void onSave(fields as unknown as Fields).catch(() => undefined)}
        onValuesChange={(changed: Partial<Fields>) => onValuesChange?.(changed)}
        disabled={isPending}
      >
        {error && !isUnderField && (
          <Alert className="drawer-alert" type="error" role="alert" message={error.message} action={wayOut} />
        )}
        {note && <Alert className="drawer-alert" type="info" role="status" message={note} />}
        <AccountFields isNew={isNew} phoneHint={phoneHint ?? null} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </ListDrawer>
  );
}
