import type { DefinedTool } from '#shared/tools/define-tool';
import { ailive } from '#shared/tools/outdoor';
import { isSameShape, type ResultPicture, resultOf } from '../../../data/results';

/** Pictures of a tool on an empty stage: two that lie over each other, or side by side. */
export interface OwnPictures {
  before: ResultPicture | undefined;
  after: ResultPicture;
  isOverlaid: boolean;
}

export function ownPicturesOf(toolId: string): OwnPictures | undefined {
  const result = resultOf(toolId);
  if (!result) return undefined;
  const { before, after } = result;
  return { before, after, isOverlaid: before !== undefined && isSameShape(before, after) };
}

/** The largest picture of a new page of a tool, which the boot script asks for before the app's code is there. */
export function firstPictureOf(tool: DefinedTool): ResultPicture | undefined {
  // Drawing and rendering at once has a screen of its own.
  if (tool.id === ailive.id) return undefined;
  const own = ownPicturesOf(tool.id);
  if (!own?.before || own.isOverlaid) return own?.after;
  // Side by side they are equally wide.
  const heightOf = ({ width, height }: ResultPicture) => height / width;
  return heightOf(own.before) > heightOf(own.after) ? own.before : own.after;
}
