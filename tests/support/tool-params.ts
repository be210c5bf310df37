import { type DefinedTool, defaultsOf, pictureFieldsOf } from '#shared/tools/define-tool';

/** A tool's defaults, and for what has none the simplest that fits; all its pictures are the same one. */
export function completeParams(tool: DefinedTool, imageId: string): Record<string, unknown> {
  const params = defaultsOf(tool);
  for (const name of pictureFieldsOf(tool))
    params[name] = tool.fields[name]?.editor === 'images' ? [imageId, imageId] : imageId;
  for (const [name, field] of Object.entries(tool.fields)) {
    if (field.schema.safeParse(params[name]).success) continue;
    params[name] = [field.options?.[0]?.value, '1', '一座房子', 1].find(
      (candidate) => candidate !== undefined && field.schema.safeParse(candidate).success,
    );
  }
  return params;
}
