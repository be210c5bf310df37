import { type HttpError, useForm } from '@refinedev/core';
import { Form, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/staff';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadFailure } from '../../ui/parts.tsx';
import type { AccountFields as Fields } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { nameOf } from './account-words.ts';

/** Payload for the server: the named fields in the form of the contract. */
type AccountPayload = Record<string, unknown>;

/**
 * Refine's form for accounts. It shows refusals itself; success is told once the drawer is gone. Not the one that Refine
 * has for antd: that one puts new fields in the place of those one is typing into whenever a newer account comes.
 */
export function useAccountForm(call: { action: 'create' } | { action: 'edit'; id: string }, saved: string) {
  const [form] = Form.useForm<Fields>();
  const refineForm = useForm<Account, HttpError, AccountPayload>({
    ...call,
    resource: 'account',
    redirect: false,
    errorNotification: false,
    successNotification: (answer) => ({
      type: 'success',
      description: saved,
      message: answer ? nameOf(answer.data as Account) : '',
    }),
    queryOptions: { gcTime: 0 },
  });
  return { ...refineForm, form };
}

interface Props {
  /** The page that the drawer lies over, in place of the list. */
  home?: `/${string}`;
  title: string;
  saveLabel: string;
  isNew: boolean;
  refineForm: ReturnType<typeof useAccountForm>;
  initialValues: Fields | undefined;
  /** Refused by a rejection. */
  onSave: (fields: Fields) => Promise<unknown>;
  onValuesChange?: (changed: Partial<Fields>) => void;
  phoneHint?: string | null;
  emailHint?: string | null;
  /** Stands beside a refusal. */
  wayOut?: ReactNode;
  note?: ReactNode;
}

/** A drawer with the fields of an account; waits for the account, and shows why it could not be saved. */
export function AccountForm(props: Props) {
  const { home, saveLabel, isNew, refineForm, onSave, phoneHint, emailHint, note, ...frame } = props;
  const { form, mutation, query } = refineForm;
  return (
    <FormDrawer<Fields>
      {...frame}
      resource="account"
      {...(home && { home })}
      form={form}
      waiting={
        query?.error ? (
          <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )
      }
      submitLabel={saveLabel}
      write={mutation}
      // A refusal stays in `mutation.error`.
      onSend={(fields) =>
        onSave(fields).then(
          () => true,
          () => false,
        )
      }
    >
      {note}
      <AccountFields isNew={isNew} phoneHint={phoneHint ?? null} emailHint={emailHint ?? null} />
    </FormDrawer>
  );
}
