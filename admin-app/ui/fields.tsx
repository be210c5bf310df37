import { Form, Input, type InputProps } from 'antd';
import type { z } from 'zod';
import { parseYuan } from './format.ts';
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
  unit?: string;
  placeholder?: string;
  extra?: string;
  isOptional?: boolean;
}

/** A whole number. */
export function WholeNumberField({ name, label, schema, unit, placeholder, extra, isOptional = false }: NumberProps) {
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
            if (!/^\d{1,9}$/.test(typed)) throw new Error('请填写整数');
            refuse(schema, Number(typed));
          },
        },
      ]}
    >
      <FigureInput placeholder={placeholder ?? ''} {...(unit && { suffix: <span className="quiet">{unit}</span> })} />
    </Form.Item>
  );
}

/** An amount in yuan, kept as typed; `parseYuan` makes fen of it without ever using fractions. */
export function YuanField({ name, label, schema, placeholder, extra, isOptional = false }: NumberProps) {
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
            const fen = parseYuan(typed);
            if (fen === null) throw new Error('请填写金额，最多两位小数');
            refuse(schema, fen);
          },
        },
      ]}
    >
      <FigureInput prefix="¥" placeholder={placeholder ?? ''} inputMode="decimal" />
    </Form.Item>
  );
}

function FigureInput(props: InputProps) {
  return <Input className="figures" inputMode="numeric" autoComplete="off" maxLength={14} {...props} />;
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
