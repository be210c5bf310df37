import { Form, Input, type InputProps } from 'antd';
import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
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
        count={{ show: true, max: most }}
        placeholder={placeholder ?? ''}
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
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue) throw new Error(sentenceOf(issue));
}
