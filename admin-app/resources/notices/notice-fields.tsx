import { Form, Input, Select, Switch } from 'antd';
import { type NoticeFields, noticeDeskContract } from '#shared/contract/notice-desk';
import { toChinaTime } from '#shared/domain/time';
import { TextField } from '../../ui/fields.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { audienceChoices } from './notice-words.tsx';

const draft = noticeDeskContract.createNotice.input.shape;

/** A notice as it is typed; times are those of China, to the minute. */
export interface TypedNotice {
  title: string;
  text: string;
  audience: NoticeFields['audience'];
  startsAt: string;
  endsAt: string;
  isDismissible: boolean;
}

const toTyped = (instant: number) => toChinaTime(instant).slice(0, 16).replace(' ', 'T');
const toInstant = (typed: string) => Date.parse(`${typed}:00+08:00`);

export const emptyNotice = (): TypedNotice => ({
  ...{ title: '', text: '', audience: 'all', isDismissible: true },
  ...{ startsAt: toTyped(Date.now()), endsAt: '' },
});

export const typedNotice = ({ title, text, audience, startsAt, endsAt, isDismissible }: NoticeFields): TypedNotice => ({
  ...{ title, text, audience, isDismissible },
  ...{ startsAt: toTyped(startsAt), endsAt: endsAt === null ? '' : toTyped(endsAt) },
});

export const noticeOf = ({ title, text, audience, startsAt, endsAt, isDismissible }: TypedNotice): NoticeFields => ({
  ...{ title, text: text ?? '', audience, isDismissible },
  ...{ startsAt: toInstant(startsAt), endsAt: endsAt ? toInstant(endsAt) : null },
});

export const fieldLabels: Record<keyof TypedNotice, string> = {
  ...{ title: '标题', text: '内容', audience: '给谁看', startsAt: '开始时间', endsAt: '结束时间' },
  isDismissible: '可以收起',
};

/** The form of a notice and how it will look. */
export function NoticeForm() {
  const form = Form.useFormInstance<TypedNotice>();
  const title = Form.useWatch('title', form);
  const text = Form.useWatch('text', form);
  return (
    <>
      <Form.Item name="title" label={fieldLabels.title} rules={[schemaRule(draft.title)]}>
        <Input autoComplete="off" placeholder="例如：今晚维护" />
      </Form.Item>
      <TextField name="text" label={fieldLabels.text} schema={draft.text} most={80} extra="一行放不下的部分会省略。" />
      <div className="notice-preview" role="img" aria-label={`预览：${title ?? ''} ${text ?? ''}`}>
        <strong>{title || '标题'}</strong>
        <span>{text}</span>
      </div>
      <Form.Item name="audience" label={fieldLabels.audience}>
        <Select options={audienceChoices} />
      </Form.Item>
      <Form.Item name="startsAt" label={fieldLabels.startsAt} rules={[{ required: true, message: '请选择开始时间' }]}>
        <Input type="datetime-local" className="figures" />
      </Form.Item>
      <Form.Item name="endsAt" label={fieldLabels.endsAt} extra="不填则到撤下为止。">
        <Input type="datetime-local" className="figures" />
      </Form.Item>
      <Form.Item
        name="isDismissible"
        label={fieldLabels.isDismissible}
        valuePropName="checked"
        extra="每个人收起后不再看到，再次发布时重新显示。"
      >
        <Switch size="small" />
      </Form.Item>
    </>
  );
}
