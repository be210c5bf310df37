import { Form, Input } from 'antd';
import { galleryShelfDeskContract, type ShelfCase } from '#shared/contract/gallery-shelf-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField, WholeNumberField } from '../../ui/fields.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { paragraphsOf } from './case-paragraphs.ts';
import { CategoryField, useCategoryPaths } from './category-field.tsx';

const { updateGalleryCase } = galleryShelfDeskContract;
const shape = updateGalleryCase.input.shape;
const paragraph = shape.paragraphs.unwrap().element.shape;

const lines = { title: '标题', location: '地点', style: '风格', team: '团队' } as const;
const words = {
  ...{ ...lines, builtYear: '年份', areaSquareMetres: '面积', classifyId: '分类', intro: '简介' },
};

/** Numbers as typed; paragraphs as fields of their own, so that each can be chosen when two have changed the case. */
type Fields = Record<string, string>;

function fieldsOf(row: ShelfCase): Fields {
  const { title, location, style, team, intro, classifyId } = row;
  return {
    ...{ title, location, style, team, intro, classifyId },
    ...{ builtYear: String(row.builtYear), areaSquareMetres: String(row.areaSquareMetres) },
    ...Object.fromEntries(
      paragraphsOf(row).flatMap(({ heading, text, headingField, textField }) => [
        [headingField, heading],
        [textField, text],
      ]),
    ),
  };
}

function textsOf(fields: Fields, row: ShelfCase) {
  const { title, location, style, team, intro, classifyId } = fields;
  return {
    ...{ title, location, style, team, intro, classifyId },
    ...{ builtYear: Number(fields.builtYear), areaSquareMetres: Number(fields.areaSquareMetres) },
    paragraphs: paragraphsOf(row).map(({ headingField, textField }) => ({
      heading: fields[headingField] ?? '',
      text: fields[textField] ?? '',
    })),
  };
}

/** Names of the fields, for the note on concurrent changes. */
function labelsOf(row: ShelfCase): Readonly<Record<string, string>> {
  const named = paragraphsOf(row).flatMap(({ label, headingLabel, headingField, textField }) => [
    [headingField, headingLabel],
    [textField, label],
  ]);
  return { ...words, ...Object.fromEntries(named) };
}

export function EditCase({ row }: { row: ShelfCase }) {
  const { paths } = useCategoryPaths();
  const labels = labelsOf(row);
  return (
    <ActionButton<Fields, ShelfCase>
      label="修改文字"
      okText="保存"
      title={`修改「${row.title}」`}
      width={640}
      changes={['galleryCases']}
      record={{
        row,
        toFields: fieldsOf,
        labelOf: (name) => labels[name] ?? name,
        wordOf: (name, value) => (name === 'classifyId' ? paths.get(value ?? '') : value) || '无',
      }}
      onSend={(send, fields, over) =>
        send(
          updateGalleryCase,
          { id: over.id, version: over.version, ...textsOf(fields, over) },
          (now) => `已保存「${now.title}」`,
        )
      }
    >
      {Object.entries(lines).map(([name, label]) => (
        <Form.Item
          key={name}
          name={name}
          label={label}
          rules={[schemaRule(shape[name as keyof typeof lines].unwrap())]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      ))}
      <WholeNumberField name="builtYear" label="年份" schema={shape.builtYear.unwrap()} />
      <WholeNumberField name="areaSquareMetres" label="面积" unit="m²" schema={shape.areaSquareMetres.unwrap()} />
      <CategoryField />
      <TextField name="intro" label="简介" schema={shape.intro.unwrap()} most={500} />
      {paragraphsOf(row).map(({ label, headingLabel, headingField, textField }) => (
        <div key={label}>
          <Form.Item name={headingField} label={headingLabel} rules={[schemaRule(paragraph.heading)]}>
            <Input autoComplete="off" />
          </Form.Item>
          <TextField name={textField} label={label} schema={paragraph.text} most={3000} />
        </div>
      ))}
    </ActionButton>
  );
}
