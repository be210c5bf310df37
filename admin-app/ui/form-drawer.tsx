import { Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { ListDrawer } from './list-drawer.tsx';
import { Refusal } from './refusal.tsx';
import { useDrawer } from './use-drawer.ts';
import type { Write } from './use-write.ts';

interface Props<F extends object> {
  list: `/${string}`;
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
  /** What stands below the form. */
  after?: ReactNode;
}

/** A form over a list: the refusal above its fields, one button below, a question before typed text is thrown away. */
export function FormDrawer<F extends object>(props: Props<F>) {
  const { list, title, form, initialValues, waiting, submitLabel, write, onSend, onValuesChange, wayOut } = props;
  const { close } = useDrawer(list);
  const send = async (fields: F) => {
    if (await onSend(fields)) close();
  };
  return (
    <ListDrawer
      list={list}
      title={title}
      form={form}
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
        onValuesChange={(changed) => onValuesChange?.(changed as Partial<F>)}
        onFinish={(fields) => void send(fields)}
      >
        <Refusal error={write.error} form={form} wayOut={wayOut} />
        {props.children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {props.after}
    </ListDrawer>
  );
}
