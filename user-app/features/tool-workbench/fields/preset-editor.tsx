import { useEffect, useMemo } from 'react';
import { type ClientCategory, childrenOf, findCategory, pathTo } from '#shared/domain/category-tree';
import { useCategories } from '@/data/category';
import { choicePicture } from '@/data/choice-pictures';
import { useCurrentUser } from '@/data/user';
import { visitorAccount } from '../../../lib/tool-sessions';
import { Button } from '../../../ui/button';
import { ChoiceGrid, ChoiceGridWaiting, type PictureChoice } from './choice-grid';
import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

const noTree: readonly ClientCategory[] = [];
/** A row of types, two rows of styles: full rows at every width. */
const fewOfLevel = { 2: 3, 3: 6 } as const;

function offered(
  { tool, field, values }: FieldEditorProps,
  tree: readonly ClientCategory[],
): readonly ClientCategory[] {
  const root = findCategory(tree, field.categoryRoot ?? '');
  if (!root) return [];
  const parent = Object.entries(tool.fields).find(
    ([, other]) => other.editor === 'preset' && other.categoryRoot === field.categoryRoot && other.categoryLevel === 2,
  );
  const all = field.categoryLevel === 3 ? stylesOf(root, values[parent?.[0] ?? '']) : childrenOf(root);
  return field.categoryIds ? all.filter((category) => field.categoryIds?.includes(category.id)) : all;
}

/** Styles of a type, or of all of them; a type that has none yet goes with those of the first one that has. */
function stylesOf(root: ClientCategory, typeId: unknown): readonly ClientCategory[] {
  const types = childrenOf(root);
  const type = types.find(({ id }) => id === typeId);
  if (!type) return types.flatMap((one) => childrenOf(one));
  return childrenOf([type, ...types].find((one) => childrenOf(one).length > 0) ?? type);
}

/** Types and styles of the category tree, chosen by picture. */
export function PresetEditor(props: FieldEditorProps) {
  const { field, value, isDisabled, labelId, onChange } = props;
  const { data: tree = noTree, loading, error, refresh } = useCategories();
  const { user } = useCurrentUser();
  const categories = offered(props, tree);
  const isStray =
    typeof value === 'string' && categories.length > 0 && categories.every((category) => category.id !== value);

  const fallback = field.isRequired ? categories[0]?.id : undefined;
  useEffect(() => {
    if (isStray) onChange(fallback);
  }, [isStray, fallback, onChange]);

  const ids = categories.map(({ id }) => id).join();
  const { isRequired, placeholder = '默认' } = field;
  // The same list is the same choices: what is shown must not be put in order anew with every letter typed elsewhere.
  const choices = useMemo((): PictureChoice[] => {
    const free = { value: undefined, name: placeholder, key: '', picture: undefined };
    const named = ids.split(',').flatMap((id): PictureChoice[] => {
      const path = pathTo(tree, id);
      const [root, self] = [path[0], path.at(-1)];
      if (!root || !self) return [];
      return [{ value: id, name: self.name, key: `${root.id}/${self.name}`, picture: choicePicture(path) }];
    });
    return isRequired ? named : [free, ...named];
  }, [tree, ids, isRequired, placeholder]);

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
  const few = fewOfLevel[field.categoryLevel === 3 ? 3 : 2];
  if (loading && tree.length === 0) return <ChoiceGridWaiting few={few} />;
  return (
    <ChoiceGrid
      label={field.label}
      labelId={labelId}
      choices={choices}
      value={value}
      isDisabled={isDisabled}
      few={few}
      account={user?.userId ?? visitorAccount}
      onChange={onChange}
    />
  );
}
