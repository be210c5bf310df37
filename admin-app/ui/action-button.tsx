import { Button, type ButtonProps, Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { withoutConfirmation } from './confirmation.ts';
import { Refusal } from './refusal.tsx';
import { DraftNote, useDraft } from './use-draft.tsx';
import { useWrite, type Write } from './use-write.ts';

interface Props<F extends object> {
  /** On the button, and on the one that does it where `okText` is left out. */
  label: string;
  /** What is about to happen, as a question or a heading. */
  title: string;
  /** What follows from it, in a sentence or two. */
  intro?: ReactNode;
  okText?: string;
  button?: ButtonProps;
  initialValues?: Partial<F>;
  /** Resources to ask again afterwards. */
  changes: readonly string[];
  /** Sends what was typed; whether it was done. */
  onSend: (send: Write['send'], fields: F) => Promise<boolean>;
  onDone?: () => void;
  /** Fields, if the act needs any. */
  children?: ReactNode | ((form: FormInstance<F>) => ReactNode);
}

/** A button that asks before it acts: what will happen, what must be said about it, and why it was refused. */
export function ActionButton<F extends object>(props: Props<F>) {
  const { label, title, intro, okText, button, initialValues, changes, onSend, onDone, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [form] = Form.useForm<F>();
  const write = useWrite(changes);
  const { pathname } = useLocation();
  const draft = useDraft(`${pathname}#${title}`);

  const close = () => {
    setIsOpen(false);
    write.reset();
  };
  const send = async (fields: F) => {
    if (!(await onSend(write.send, withoutConfirmation(fields)))) return;
    draft.forget();
    close();
    onDone?.();
  };
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal
        open={isOpen}
        title={title}
        width={400}
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
          {...(initialValues && { initialValues: initialValues as F })}
          disabled={write.isPending}
          onValuesChange={(changed) => draft.note(form.getFieldsValue(Object.keys(changed) as never[]))}
          onFinish={(fields) => void send(fields)}
        >
          <DraftNote draft={draft} form={form} />
          {intro && <div className="action-intro">{intro}</div>}
          <Refusal error={write.error} form={form} />
          {typeof children === 'function' ? children(form) : children}
        </Form>
      </Modal>
    </>
  );
}
