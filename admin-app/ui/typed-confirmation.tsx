import { Form, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { confirmationField, isConfirmation } from './confirmation.ts';

interface Props {
  /** Name of the value to type: 「退款金额」. */
  what: string;
  /** Value that has to be typed. */
  expected: string;
  /** Irreversible consequence, in a sentence. */
  consequence: ReactNode;
}

/**
 * Stands in the form of an act whose effect leaves our database: says that it cannot be taken back, and lets the form
 * be sent only when the amount, name or number it asks for was typed.
 */
export function TypedConfirmation({ what, expected, consequence }: Props) {
  const id = useId();
  return (
    <div className="irrevocable" role="group" aria-labelledby={`${id}mark`} aria-describedby={`${id}what`}>
      <p className="line">
        <strong className="irrevocable-mark" id={`${id}mark`}>
          不可撤销
        </strong>
        <span id={`${id}what`}>{consequence}</span>
      </p>
      <Form.Item
        name={confirmationField}
        label={
          <>
            请输入{what}「<span className="irrevocable-what">{expected}</span>」确认
          </>
        }
        validateTrigger="onBlur"
        rules={[
          {
            validator: async (_rule, typed: unknown) => {
              if (!isConfirmation(String(typed ?? ''), expected)) throw new Error(`请照样输入${what}`);
            },
          },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} aria-required />
      </Form.Item>
    </div>
  );
}
