import { useCan } from '@refinedev/core';
import { Form, Input, Select, Switch } from 'antd';
import { categoryDeskContract, type StaffCategory } from '#shared/contract/category-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { WholeNumberField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { CopyableId, Facts, Section, Time } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { categoryChanges, useCategories } from './use-categories.ts';

const { updateCategory, removeCategory } = categoryDeskContract;
const patch = updateCategory.input.shape;

interface Fields {
  name: string;
  thumbnailPictureId: string;
  isShown: boolean;
  presetId: string;
}

const labels: Record<keyof Fields, string> = {
  name: '名称',
  thumbnailPictureId: '缩略图',
  isShown: '显示',
  presetId: '所用预设',
};

const toFields = ({ name, thumbnailPictureId, isHidden, presetId }: StaffCategory): Fields => ({
  name,
  thumbnailPictureId: thumbnailPictureId === null ? '' : String(thumbnailPictureId),
  isShown: !isHidden,
  presetId,
});

const fieldWord = (value: Fields[keyof Fields]) => (typeof value === 'boolean' ? (value ? '是' : '否') : value || '无');

/** One category: editors change it here. */
export default function CategoryDetail() {
  const { data: access } = useCan({ resource: 'categories', action: 'edit' });
  return (
    <OneRecord<StaffCategory> resource="categories" what="分类">
      {(category) =>
        access?.can ? (
          <CategoryEditor key={category.id} category={category} />
        ) : (
          <ListDrawer resource="categories" title={category.name}>
            <CategoryFacts category={category} />
          </ListDrawer>
        )
      }
    </OneRecord>
  );
}

function CategoryFacts({ category }: { category: StaffCategory }) {
  const { id, level, presetId, children, used, isHidden, thumbnailUrl, updatedAt } = category;
  return (
    <>
      {thumbnailUrl && <img className="category-thumbnail" src={`${thumbnailUrl}?w=640`} alt="缩略图" />}
      <Facts
        facts={[
          ['编号', <CopyableId key="id" id={id} what="编号" isWhole />],
          ['级别', `第 ${level} 级`],
          ['预设', presetId === id ? '自己的' : `用 ${presetId} 的`],
          ['下级', `${children} 个`],
          ['内容', `${used} 项图片、图集、案例和素材`],
          ['状态', isHidden ? '已隐藏' : '显示'],
          ['更新时间', <Time key="at" at={updatedAt} />],
        ]}
      />
    </>
  );
}

function CategoryEditor({ category }: { category: StaffCategory }) {
  const write = useWrite(categoryChanges);
  const { form, base, initialValues, overtaken, changedOf } = useVersionedForm(category, toFields, write);

  const save = async (fields: Fields) => {
    const changed = changedOf(fields);
    if (changed.size === 0) return true;
    const { name, thumbnailPictureId, isShown, presetId } = fields;
    return write.send(
      updateCategory,
      {
        id: base.id,
        version: base.version,
        ...(changed.has('name') && { name }),
        ...(changed.has('thumbnailPictureId') && {
          thumbnailPictureId: thumbnailPictureId === '' ? null : Number(thumbnailPictureId),
        }),
        ...(changed.has('isShown') && { isHidden: !isShown }),
        ...(changed.has('presetId') && { presetId }),
      },
      (answer) => `已保存「${answer.name}」`,
    );
  };

  return (
    <FormDrawer<Fields>
      resource="categories"
      title={category.name}
      form={form}
      initialValues={initialValues}
      submitLabel="保存"
      write={write}
      onSend={save}
      after={
        <Section title="详情" more={<Remove category={category} />}>
          <CategoryFacts category={category} />
        </Section>
      }
    >
      <OvertakenNote<Fields>
        overtaken={overtaken}
        form={form}
        labelOf={(name) => labels[name]}
        wordOf={(_name, value) => fieldWord(value)}
      />
      <Form.Item name="name" label={labels.name} rules={[schemaRule(patch.name.unwrap())]}>
        <Input autoComplete="off" />
      </Form.Item>
      <WholeNumberField
        name="thumbnailPictureId"
        label={labels.thumbnailPictureId}
        schema={patch.thumbnailPictureId}
        placeholder="无"
        extra="图库里一张公开图片的编号。"
        isOptional
      />
      <Form.Item name="isShown" label={labels.isShown} valuePropName="checked">
        <Switch size="small" />
      </Form.Item>
      {category.presetId !== category.id && category.parentId !== null && (
        <Form.Item name="presetId" label={labels.presetId} extra="选中它的任务按这个预设出图。">
          <PresetSelect category={category} />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

interface PresetSelectProps {
  category: StaffCategory;
  value?: string;
  onChange?: (presetId: string) => void;
}

/** The presets of the same root and level, under the names they have now, and what the category above uses. */
function PresetSelect({ category, ...field }: PresetSelectProps) {
  const { query, tree } = useCategories();
  const above = tree.byId.get(category.parentId ?? '');
  const presets = [...tree.byId.values()].filter(
    (one) => one.presetId === one.id && one.level === category.level && rootOf(one) === rootOf(category),
  );
  const nameOf = ({ name, parentId, level }: StaffCategory) =>
    level > 2 ? `${tree.byId.get(parentId ?? '')?.name} · ${name}` : name;
  const options = [
    ...(above ? [{ value: above.presetId, label: `和上级「${above.name}」一样` }] : []),
    ...presets.map((one) => ({ value: one.id, label: nameOf(one) })),
  ];

  function rootOf(category: StaffCategory): string {
    const parent = tree.byId.get(category.parentId ?? '');
    return parent ? rootOf(parent) : category.id;
  }
  return <Select {...field} showSearch optionFilterProp="label" loading={query.isLoading} options={options} />;
}

/** Only what nothing refers to can be removed. */
function Remove({ category: { id, name, version, presetId, children, used, isInWorks } }: { category: StaffCategory }) {
  const { close } = useDrawer('categories');
  if (presetId === id || children > 0 || used > 0 || isInWorks)
    return <span className="quiet">用过的和预设的只能隐藏</span>;
  return (
    <ActionButton<object>
      label="删除"
      title={`删除「${name}」？`}
      intro="它还没有用过。10 分钟内可以撤销。"
      button={{ size: 'small', danger: true }}
      changes={categoryChanges}
      onSend={(send) => send(removeCategory, { id, version }, () => `已删除「${name}」`)}
      onDone={close}
    />
  );
}
