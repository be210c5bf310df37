import { Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { withoutConfirmation } from './confirmation.ts';
import { ListDrawer } from './list-drawer.tsx';
import { Refusal } from './refusal.tsx';
import { DraftNote, useDraft } from './use-draft.tsx';
import { useDrawer } from './use-drawer.ts';
import type { Write } from './use-write.ts';

interface Props<F extends object> {
  /** The resource whose list it lies over. */
  resource: string;
  /** The page that it lies over in place of the list. */
  home?: string;
  title: string;
  form: FormInstance<F>;
  /** Undefined while they come; `waiting` stands in for the fields. */
  initialValues: Partial<F> | undefined;
  waiting?: ReactNode;
  submitLabel: string;
  /** The write under way, and why it was refused. */
  write: Pick<Write, 'error' | 'isPending'>;
  /** Sends what was typed; the drawer closes when it answers that it was done. */
  onSend: (fields: F) => Promise<boolean>;
  onValuesChange?: (changed: Partial<F>) => void;
  /** Stands beside a refusal. */
  wayOut?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
}

/**
 * A form over a list: the refusal above its fields, one button below, a question before typed text is thrown away. What
 * was typed survives Back, a reload and a new login.
 */
export function FormDrawer<F extends object>(props: Props<F>) {
  const { resource, home, title, form, initialValues, waiting, submitLabel, write, onSend, onValuesChange, wayOut } =
    props;
  const { close } = useDrawer(resource, home);
  const { pathname } = useLocation();
  const draft = useDraft(pathname);
  const send = async (fields: F) => {
    if (!(await onSend(withoutConfirmation(fields)))) return;
    draft.forget();
    close();
  };
  return (
    <ListDrawer
      resource={resource}
      {...(home !== undefined && { home })}
      title={title}
      form={form}
      onDiscard={draft.forget}
      footer={
        <Button type="primary" block disabled={!initialValues} loading={write.isPending} onClick={form.submit}>
          {submitLabel}
        </Button>
      }
    >
      {!initialValues && waiting}
      <Form<F>
        form={form}
        layout="vertical"
        requiredMark={false}
        hidden={!initialValues}
        {...(initialValues && { initialValues: initialValues as F })}
        disabled={write.isPending}
        onValuesChange={(changed: Partial<F>) => {
          draft.note(form.getFieldsValue(Object.keys(changed) as never[]) as Record<string, unknown>);
          onValuesChange?.(changed);
        }}
        onFinish={(fields) => void send(fields)}
      >
        {initialValues && (
          <DraftNote draft={draft} form={form} onRestored={(values) => onValuesChange?.(values as Partial<F>)} />
        )}
        <Refusal error={write.error} form={form} wayOut={wayOut} />
        {props.children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {props.after}
    </ListDrawer>
  );
}
