import { Form, Input, type InputProps } from 'antd';
import type { z } from 'zod';
import { parseWhole, parseYuan } from './format.ts';
import { schemaRule } from './schema-rule.ts';

interface TextProps {
  name: string;
  label: string;
  schema: z.ZodType;
  placeholder?: string;
  extra?: string;
  most?: number;
}

/** A few lines of text, e.g. a reason. */
export function TextField({ name, label, schema, placeholder, extra, most = 200 }: TextProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={[schemaRule(schema)]}
      validateTrigger={['onBlur', 'onChange']}
      validateDebounce={300}
    >
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={most}
        placeholder={placeholder ?? ''}
        showCount
      />
    </Form.Item>
  );
}

interface NumberProps {
  name: string | string[];
  label: string;
  schema: z.ZodType;
  placeholder?: string;
  extra?: string;
  isOptional?: boolean;
}

/** A whole number. */
export function WholeNumberField({ unit, ...field }: NumberProps & { unit?: string }) {
  return (
    <NumberField
      {...field}
      read={parseWhole}
      unreadable="请填写整数"
      input={{ inputMode: 'numeric', ...(unit && { suffix: <span className="quiet">{unit}</span> }) }}
    />
  );
}

/** An amount in yuan, kept as typed; `parseYuan` makes fen of it without ever using fractions. */
export function YuanField(field: NumberProps) {
  return (
    <NumberField
      {...field}
      read={parseYuan}
      unreadable="请填写金额，最多两位小数"
      input={{ inputMode: 'decimal', prefix: '¥' }}
    />
  );
}

interface ReadProps extends NumberProps {
  /** The number that was typed; null where it is none. */
  read: (typed: string) => number | null;
  unreadable: string;
  input: InputProps;
}

/** A number kept as typed, which the contract judges. */
function NumberField(props: ReadProps) {
  const { name, label, schema, placeholder, extra, isOptional = false, read, unreadable, input } = props;
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={[
        {
          validator: async (_rule, text: unknown) => {
            const typed = String(text ?? '').trim();
            if (typed === '' && isOptional) return;
            const value = read(typed);
            if (value === null) throw new Error(unreadable);
            refuse(schema, value);
          },
        },
      ]}
    >
      <Input className="figures" autoComplete="off" maxLength={40} placeholder={placeholder ?? ''} {...input} />
    </Form.Item>
  );
}

function refuse(schema: z.ZodType, value: number): void {
  const read = schema.safeParse(value);
  if (read.success) return;
  const { code, message, ...issue } = read.error.issues[0] ?? { code: '', message: '' };
  // Sentences of the contract are Chinese; Zod's own are not.
  if (/[一-鿿]/.test(message)) throw new Error(message);
  if (code === 'too_big' && 'maximum' in issue) throw new Error(`最多 ${String(issue.maximum)}`);
  if (code === 'too_small' && 'minimum' in issue) throw new Error(`至少 ${String(issue.minimum)}`);
  throw new Error('填写的内容有误');
}
