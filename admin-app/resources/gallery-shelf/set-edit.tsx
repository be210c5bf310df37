import { Form, Input, Select } from 'antd';
import { galleryShelfDeskContract, type SetTexts, type ShelfSet } from '#shared/contract/gallery-shelf-desk';
import { galleryLimits } from '#shared/domain/gallery';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { CategoryField, useCategoryPaths } from './category-field.tsx';

const { updateGallerySet } = galleryShelfDeskContract;
const { title, description, tags } = updateGallerySet.input.shape;
const words = { title: '标题', description: '说明', tags: '标签', classifyId: '分类' } as const;

const textsOf = ({ title, description, tags, classifyId }: ShelfSet) => ({ title, description, tags, classifyId });

export function EditSet({ row }: { row: ShelfSet }) {
  const { paths } = useCategoryPaths();
  return (
    <ActionButton<SetTexts, ShelfSet>
      label="修改文字"
      okText="保存"
      title={`修改「${row.title}」`}
      width={560}
      changes={['gallerySets']}
      record={{
        row,
        toFields: textsOf,
        labelOf: (name) => words[name],
        wordOf: (name, value) =>
          (name === 'classifyId' ? paths.get(String(value)) : Array.isArray(value) ? value.join('、') : value) || '无',
      }}
      onSend={(send, fields, { id, version }) =>
        send(updateGallerySet, { id, version, ...fields }, (now) => `已保存「${now.title}」`)
      }
    >
      <Form.Item name="title" label="标题" rules={[schemaRule(title.unwrap())]}>
        <Input autoComplete="off" />
      </Form.Item>
      <TextField name="description" label="说明" schema={description.unwrap()} most={galleryLimits.descriptionLength} />
      <Form.Item name="tags" label="标签" rules={[schemaRule(tags.unwrap())]} extra="输入后按回车。">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['，', ',', '、']} aria-label="标签" />
      </Form.Item>
      <CategoryField />
    </ActionButton>
  );
}
