import { labelComponents } from '../../base/components.ts';
import { type SuitabilityCheck, UnsuitablePicture } from '../../base/job.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { type PlanDrawing, planLook, readPlanDrawing } from './plan-drawing.ts';

/** A parcel of a town is smaller than this share of the picture. */
const mostParcel = 0.0001;
/** More parcels than this are a town: two maps of towns had 2000 and 40 000, site plans 100 and 300. */
const mostParcels = 1400;

/**
 * Maps of towns have parcels by the thousand, too small to be told as roads, buildings or green.
 * @throws UnsuitablePicture
 */
export function refuseTown({ ink, width, height }: Pick<PlanDrawing, 'ink' | 'width' | 'height'>): void {
  const isPaper = bytesOf(ink, (value) => (value ? 0 : 1));
  const { components } = labelComponents(isPaper, { width, height });
  const parcels = components.filter(({ area }) => area >= 6 && area < mostParcel * ink.length).length;
  if (parcels <= mostParcels) return;
  throw new UnsuitablePicture(
    '这张图画的是一片城区或路网，地块太小太多，分不清道路、建筑和绿地：请裁切到一个街区或一块用地，再来上色。',
  );
}

/** Checked before a run: whether the drawing is of one site. */
export const townLook: SuitabilityCheck = {
  appliesTo: planLook.appliesTo,
  async check(picture) {
    refuseTown(await readPlanDrawing(picture, 'standard'));
  },
};
