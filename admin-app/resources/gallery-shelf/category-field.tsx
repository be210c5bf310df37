import { Form, Select } from 'antd';
import type { StaffCategory } from '#shared/contract/category-desk';
import { useCategories } from '../categories/use-categories.ts';

/** Every category under the names of those above it; they are asked for when the field appears. */
export function CategoryField() {
  const { paths, isLoading } = useCategoryPaths();
  const options = [{ value: '', label: '未分类' }, ...[...paths].map(([value, label]) => ({ value, label }))];
  return (
    <Form.Item name="classifyId" label="分类">
      <Select options={options} loading={isLoading} aria-label="分类" showSearch optionFilterProp="label" />
    </Form.Item>
  );
}

/** The whole name of each category: `建筑 / 住宅`. */
export function useCategoryPaths() {
  const { query } = useCategories();
  const rows = query.data?.data;
  const paths = new Map<string, string>();
  // Those above stand before those below.
  for (const { id, parentId, name } of Array.isArray(rows) ? (rows as StaffCategory[]) : []) {
    const above = parentId === null ? undefined : paths.get(parentId);
    paths.set(id, above === undefined ? name : `${above} / ${name}`);
  }
  return { paths, isLoading: query.isLoading };
}
