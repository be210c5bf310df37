import { Button, type ButtonProps, Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { withoutConfirmation } from './confirmation.ts';
import { OvertakenNote } from './overtaken-note.tsx';
import { Refusal } from './refusal.tsx';
import { DraftNote, useDraft } from './use-draft.tsx';
import { useVersionedForm } from './use-versioned-form.ts';
import { useWrite, type Write } from './use-write.ts';

/** The record that a dialog changes, which others change too. */
interface DialogRecord<F, R> {
  /** As it is known now. */
  row: R;
  /** Values of the record for the dialog's fields, without the reason. */
  toFields: (row: R) => Partial<F>;
  labelOf: (name: keyof F & string) => string;
  /** A value in a sentence; as it stands where left out. */
  wordOf?: (name: keyof F & string, value: F[keyof F]) => string;
}

interface Props<F extends object, R extends object> {
  /** On the button, and on the one that does it where `okText` is left out. */
  label: string;
  /** Title of the dialog, as a question or a heading. */
  title: string;
  /** Consequences, in a sentence or two. */
  intro?: ReactNode;
  okText?: string;
  button?: ButtonProps;
  initialValues?: Partial<F>;
  /** Of the dialog, pixels; as wide as the screen at most. */
  width?: number;
  /** Resources to ask again afterwards. */
  changes: readonly string[];
  /** Whose fields stand in the dialog; what somebody else saves meanwhile is shown beside what is typed. */
  record?: DialogRecord<F, R>;
  /** Sends what was typed; whether it was done. @param over the record as it was typed over */
  onSend: (send: Write['send'], fields: F, over: R) => Promise<boolean>;
  onDone?: () => void;
  /** Fields, if the act needs any. */
  children?: ReactNode | ((form: FormInstance<F>) => ReactNode);
}

const nothing = {};
const noFields = () => ({});

/** A button that asks before it acts: what will happen, what must be said about it, and why it was refused. */
export function ActionButton<F extends object, R extends object = object>(props: Props<F, R>) {
  const {
    label,
    title,
    intro,
    okText,
    button,
    initialValues,
    width = 400,
    changes,
    record,
    onSend,
    onDone,
    children,
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const write = useWrite(changes);
  const versioned = useVersionedForm<R, Partial<F>>(record?.row ?? (nothing as R), record?.toFields ?? noFields, write);
  const form = versioned.form as unknown as FormInstance<F>;
  const started = record ? ({ ...initialValues, ...versioned.initialValues } as F) : (initialValues as F | undefined);
  const { pathname } = useLocation();
  const draft = useDraft(`${pathname}#${title}`);

  const close = () => {
    setIsOpen(false);
    write.reset();
  };
  const open = () => {
    versioned.begin();
    setIsOpen(true);
  };
  const send = async (fields: F) => {
    if (!(await onSend(write.send, withoutConfirmation(fields), versioned.base))) return;
    draft.forget();
    close();
    onDone?.();
  };
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal
        open={isOpen}
        title={title}
        width={width}
        centered
        destroyOnHidden
        okText={okText ?? label}
        okButtonProps={{ danger: button?.danger ?? false }}
        cancelText="取消"
        confirmLoading={write.isPending}
        onOk={form.submit}
        onCancel={close}
      >
        <Form<F>
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          {...(started && { initialValues: started })}
          disabled={write.isPending}
          onValuesChange={(changed) => draft.note(form.getFieldsValue(Object.keys(changed) as never[]))}
          onFinish={(fields) => void send(fields)}
        >
          <DraftNote draft={draft} form={form} />
          {intro && <div className="action-intro">{intro}</div>}
          {record && (
            <OvertakenNote<F>
              overtaken={versioned.overtaken as never}
              form={form}
              labelOf={record.labelOf}
              wordOf={record.wordOf ?? ((_name, value) => String(value || '无'))}
            />
          )}
          <Refusal error={write.error} form={form} />
          {typeof children === 'function' ? children(form) : children}
        </Form>
      </Modal>
    </>
  );
}
