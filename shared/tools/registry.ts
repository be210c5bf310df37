import type { DefinedTool } from './define-tool.ts';
import { editTools } from './edit.ts';
import { indoorTools } from './indoor.ts';
import { landscapeTools } from './landscape.ts';
import { outdoorTools } from './outdoor.ts';
import { planTools } from './plan.ts';
import { videoTools } from './video.ts';

export { pictureFieldsOf, pictureIdsOf } from './define-tool.ts';

/** Every tool, in the order it is shown: by group, then by what is used most. */
export const tools: readonly DefinedTool[] = [
  ...outdoorTools,
  ...indoorTools,
  ...landscapeTools,
  ...planTools,
  ...editTools,
  ...videoTools,
];

const byId = new Map(tools.map((tool) => [tool.id, tool]));
const byPath = new Map<string, DefinedTool>(tools.flatMap((tool) => tool.paths.map((path) => [path, tool] as const)));

/** The tool with this id, e.g. `toline`; undefined when there is none. */
export function toolById(id: string): DefinedTool | undefined {
  return byId.get(id);
}

/** The tool that stands at a route; a trailing slash does not matter. */
export function toolByPath(path: string): DefinedTool | undefined {
  return byPath.get(path.replace(/(?<!\/)\/+$/, ''));
}
