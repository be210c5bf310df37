import { useEffect, useState } from 'react';
import { type ClientCategory, childrenOf, findCategory } from '#shared/domain/category-tree';
import { useCategories } from '@/data/category';
import { Button } from '../../../ui/button';
import { Choice } from './choice-editors';
import choices from './choices.css';
import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

/** From this many presets on, a search field helps. */
const searchFrom = 13;

function offered(props: FieldEditorProps, tree: readonly ClientCategory[]): readonly ClientCategory[] {
  const { tool, field, values } = props;
  const root = findCategory(tree, field.categoryRoot ?? '');
  if (!root) return [];
  const parent = Object.entries(tool.fields).find(
    ([, other]) => other.editor === 'preset' && other.categoryRoot === field.categoryRoot && other.categoryLevel === 2,
  );
  const level2 =
    field.categoryLevel === 3 ? findCategory(childrenOf(root), String(values[parent?.[0] ?? ''] ?? '')) : root;
  const all = level2 ? childrenOf(level2) : childrenOf(root).flatMap((group) => childrenOf(group));
  return field.categoryIds ? all.filter((category) => field.categoryIds?.includes(category.id)) : all;
}

/** Categories of the tree: level 2 as a row of tabs, level 3 as a grid below the chosen one. */
export function PresetEditor(props: FieldEditorProps) {
  const { field, value, isDisabled, labelId, onChange } = props;
  const { data: tree = [], loading, error, refresh } = useCategories();
  const [words, setWords] = useState('');
  const categories = offered(props, tree);
  const isStray =
    typeof value === 'string' && categories.length > 0 && categories.every((category) => category.id !== value);

  const fallback = field.isRequired ? categories[0]?.id : undefined;
  useEffect(() => {
    if (isStray) onChange(fallback);
  }, [isStray, fallback, onChange]);

  if (error && tree.length === 0) {
    return (
      <p className={styles.note}>
        分类读取失败。
        <Button look="text" onClick={refresh}>
          重试
        </Button>
      </p>
    );
  }
  if (loading && tree.length === 0)
    return <div className={choices.presetLoading} role="status" aria-label="正在读取分类" />;

  const found = categories.filter((category) => category.name.toLowerCase().includes(words.trim().toLowerCase()));
  const options = [
    ...(field.isRequired || words ? [] : [{ value: undefined, label: field.placeholder ?? '默认' }]),
    ...found.map((category) => ({ value: category.id, label: category.name })),
  ];
  const isGrid = field.categoryLevel === 3;
  return (
    <div className={choices.preset}>
      {isGrid && categories.length >= searchFrom && (
        <input
          type="search"
          className={styles.text}
          value={words}
          placeholder={`搜索${field.label}`}
          aria-label={`搜索${field.label}`}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <Choice
        options={options}
        value={value}
        isDisabled={isDisabled}
        labelId={labelId}
        className={isGrid ? choices.presetGrid : choices.presetTabs}
        onChange={onChange}
      />
      {words && found.length === 0 && <p className={styles.note}>没有找到“{words}”，换个词试试。</p>}
    </div>
  );
}
