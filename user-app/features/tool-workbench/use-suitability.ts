import type { DefinedTool } from '#shared/tools/define-tool';
import { useLookAhead } from '@/data/look-ahead';
import { paramsOf, type Values } from './field-rules';
import { formsOf, type PicturedForm, severalName } from './form-pictures';

/**
 * Why base pictures of the form are not what the tool is for, as far as that is known before a start: sentences by image
 * id. Only for tools that start from one picture.
 */
export function useSuitability(
  tool: DefinedTool,
  form: PicturedForm,
  isLoggedIn: boolean,
): ReadonlyMap<string, string> {
  const name = severalName(tool);
  const forms = formsOf(tool, form).flatMap((values) => {
    const imageId = name === undefined ? undefined : values[name];
    return typeof imageId === 'string' && imageId !== '' ? [{ key: imageId, params: askedOf(tool, values) }] : [];
  });
  const known = useLookAhead(tool.id, forms, isLoggedIn);
  return new Map(
    forms.flatMap(({ key }) => {
      const [sentence] = Object.values(known.get(key) ?? {});
      return sentence === undefined ? [] : [[key, sentence]];
    }),
  );
}

/** The parameters without descriptions: while somebody types, nothing is asked anew. */
function askedOf(tool: DefinedTool, values: Values): Record<string, unknown> {
  const params = Object.entries(paramsOf(tool, values));
  return Object.fromEntries(params.filter(([name]) => tool.fields[name]?.editor !== 'prompt'));
}
