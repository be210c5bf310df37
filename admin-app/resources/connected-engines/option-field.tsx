import { Form, Input, Select } from 'antd';
import { z } from 'zod';
import type { EngineOption } from '#shared/contract/connected-engine-desk';
import { YuanField } from '../../ui/fields.tsx';

/** A setting of an adapter; its usual value stands where nothing is typed. */
export function OptionField({ option: { name, title, hint, kind, choices, usual } }: { option: EngineOption }) {
  const path = ['options', name];
  const words = [usual ?? ''].flat().join('\n');
  if (kind === 'fen')
    return <YuanField name={path} label={title} extra={hint} schema={z.int().min(0)} placeholder="不填" isOptional />;
  if (kind === 'choice') {
    const shown = choices.find(({ value }) => value === usual)?.title;
    return (
      <Form.Item name={path} label={title} extra={hint}>
        <Select
          allowClear
          placeholder={shown === undefined ? '不选' : `默认：${shown}`}
          options={choices.map(({ value, title: label }) => ({ value, label }))}
        />
      </Form.Item>
    );
  }
  return (
    <Form.Item name={path} label={title} extra={hint}>
      {kind === 'lines' ? (
        <Input.TextArea rows={3} placeholder={words} />
      ) : (
        <Input autoComplete="off" placeholder={words} />
      )}
    </Form.Item>
  );
}
