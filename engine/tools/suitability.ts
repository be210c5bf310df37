import { type JobPicture, type ShownPlace, type ToolJob, UnsuitablePicture } from '../base/job.ts';
import { openPicture } from '../base/picture-file.ts';
import { refuseBlank } from '../steps/blank-picture.ts';
import { refuseUnshown } from '../steps/shown-scene.ts';
import { engineTools } from './index.ts';

/**
 * Why a picture is not what a tool is for: the sentences runs would end with, by the name of the look; under `blank`
 * that of runs that need to see something, under a kind of place that of runs in such places.
 */
export type UnsuitableReasons = Readonly<Record<string, string>>;

/** Result of the look at a picture before a run; kept as JSON. */
export interface PictureLook {
  misfits: UnsuitableReasons;
  /** Kinds of the picture as a base, for {@link idleChoicesOf}; absent on tools that tell none. */
  kinds?: Readonly<Record<string, string>>;
}

/** Look at a base picture that is drawn from its building model: nothing is looked for in it. */
export const lookAtBuilding: PictureLook = { misfits: {}, kinds: { building: 'view' } };

/** Looks at a picture as the tool does at first. Masks, which have one channel, are not looked at. */
export async function checkSuitability(
  tool: string,
  picture: JobPicture,
  place: Pick<ToolJob, 'cacheFolder' | 'models'>,
): Promise<PictureLook> {
  if ((await openPicture(picture.file).metadata()).channels === 1) return { misfits: {} };
  const found: Record<string, string> = {};
  const note = async (name: string, look: Promise<void>) => {
    await look.catch((error: unknown) => {
      if (error instanceof UnsuitablePicture) found[name] = error.sentence;
    });
  };
  await note('blank', refuseBlank(picture));
  const shown = engineTools[tool]?.shows;
  if (shown) await note(shown, refuseUnshown(picture, shown, place.models));
  for (const { name, look } of looksOf(tool)) await note(name, look.check(picture, place));
  const foresight = engineTools[tool]?.foresight;
  return { misfits: found, ...(foresight && { kinds: await foresight.kindsOf(picture) }) };
}

/**
 * Choices that a run with these parameters will do nothing with: a Chinese sentence by field.
 *
 * @param look undefined while the base picture was not looked at
 */
export function idleChoicesOf(
  tool: string,
  params: ToolJob['params'],
  look: PictureLook | undefined,
): Readonly<Record<string, string>> {
  return engineTools[tool]?.foresight?.idleChoices(params, look?.kinds) ?? {};
}

/** True when a run has to see something in its base picture. What is painted on it says enough by itself. */
function needsContent(tool: string, { upload_img: base, mask }: ToolJob['params']): boolean {
  return typeof base === 'string' && mask === undefined && engineTools[tool]?.takesBlank !== true;
}

/** Masks in which a person tells where something is, and so that it is there. */
const paintedFields = ['mask', 'skyMask', 'groundMask', 'windowMask', 'protect_mask'] as const;

function isMarked(points: unknown): boolean {
  return Array.isArray(points) && points.length > 0;
}

/** Kind of place that the base picture of a run has to show; undefined when any will do. */
function placeFor(tool: string, params: ToolJob['params']): ShownPlace | undefined {
  const isTold = paintedFields.some((field) => params[field] !== undefined) || isMarked(params.floorCorners);
  return isTold ? undefined : engineTools[tool]?.shows;
}

/** True when a run of the tool draws its base picture anew from the building model that it is a view of. */
export function isDrawnFromModel(tool: string, isBuildingView: boolean): boolean {
  return isBuildingView && engineTools[tool]?.takesBuildings === true;
}

/** @throws UnsuitablePicture where the base picture of a run does not show what the tool makes pictures of */
export async function refuseUnsuitable(
  tool: string,
  params: ToolJob['params'],
  base: JobPicture,
  models: ToolJob['models'],
): Promise<void> {
  if (isDrawnFromModel(tool, base.building !== undefined)) return;
  if (needsContent(tool, params)) await refuseBlank(base);
  const place = placeFor(tool, params);
  if (place) await refuseUnshown(base, place, models);
}

const looksOf = (tool: string) =>
  (engineTools[tool]?.looks ?? []).map((look, index) => ({ name: `${tool}-${index + 1}`, look }));

/** Names of what may end a run of the tool with these parameters. */
function heldNames(tool: string, params: ToolJob['params']): string[] {
  const held = looksOf(tool).filter(({ look }) => look.appliesTo(params));
  const place = placeFor(tool, params);
  return [...(needsContent(tool, params) ? ['blank'] : []), ...(place ? [place] : []), ...held.map(({ name }) => name)];
}

/** True when a run of the tool with these parameters may end because of what is seen at the first look. */
export function isCheckedAhead(tool: string, params: ToolJob['params']): boolean {
  return heldNames(tool, params).length > 0;
}

/** The sentence a run of the tool with these parameters would end with; undefined where none is known. */
export function unsuitableReason(
  tool: string,
  params: ToolJob['params'],
  misfits: UnsuitableReasons,
): string | undefined {
  return heldNames(tool, params)
    .map((name) => misfits[name])
    .find((sentence) => sentence !== undefined);
}

/** File name of what a tool saw; another number makes every picture be looked at anew, and so do other weights. */
export function suitabilityFileName(tool: string, sha256: string, weights?: string): string {
  return `${sha256}-misfits-12-${tool}-${weights ?? 'classical'}.json`;
}
