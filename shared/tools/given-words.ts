import { valueKindOf } from './field-kind.ts';

/** Facts of a tool's field that its words depend on. */
interface GivenField {
  editor: string;
  options?: readonly { value: string | number; label: string }[] | undefined;
  unit?: string | undefined;
}

/** Value of a field in Chinese words: labels of choices, names of types and styles, numbers with their unit. */
export function givenWords(
  field: GivenField,
  value: unknown,
  nameOfCategory: (id: string) => string | undefined,
): string {
  const label = (one: unknown) => field.options?.find((option) => option.value === one)?.label ?? String(one);
  if (typeof value === 'boolean') return value ? '开' : '关';
  if (Array.isArray(value)) {
    return value.every((one) => typeof one !== 'object') ? value.map(label).join('、') || '无' : `${value.length} 项`;
  }
  if (typeof value === 'object') return '已设置';
  const kind = valueKindOf(field.editor);
  if (kind === 'category') return nameOfCategory(String(value)) ?? '已下架';
  if (kind === 'colour') return String(value).toUpperCase();
  return field.options ? label(value) : `${value}${field.unit ? ` ${field.unit}` : ''}`;
}
