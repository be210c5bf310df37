import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { givenWords } from '#shared/tools/given-words';
import { paramsOf, type Values } from './field-rules';

/** Pictures, masks, points and rows: that they are others is all there is to say. */
const wordless = new Set(['image', 'images', 'mask', 'points', 'rows']);
const longestText = 16;

/** Parameters of a run that differ from the form, as `线型 CAD`, `底图`; empty when both are the same. */
export function formerParams(
  tool: DefinedTool,
  form: Values,
  run: Values,
  nameOfCategory: (id: string) => string | undefined,
): string[] {
  const now = paramsOf(tool, form);
  const then = paramsOf(tool, { ...defaultsOf(tool), ...run });
  return Object.entries(tool.fields).flatMap(([name, field]) => {
    if (isSame(now[name], then[name])) return [];
    if (wordless.has(field.editor)) return [field.label];
    if (isNothing(then[name])) return [`${field.label} 无`];
    const text = givenWords(field, then[name], nameOfCategory);
    return [`${field.label} ${text.length > longestText ? `${text.slice(0, longestText)}…` : text}`];
  });
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);
