import { createHash } from 'node:crypto';
import {
  type BuildingFacts,
  type BuildingModel,
  type BuildingRatio,
  longestBuildingName,
} from '#shared/contract/building-model';
import type { BuildingPlacement, BuildingView } from '#shared/domain/building-view';
import type { BuildingRow } from './building.repository.ts';

/** Name of a model by that of its file, without the ending. */
export function nameOfFile(file: string): string {
  const clean = file.replace(/\p{Cc}/gu, '').trim();
  const name = clean.slice(0, 4 * longestBuildingName).replace(/\.\w{1,8}$/, '');
  return [...name].slice(0, longestBuildingName).join('').trim() || '未命名模型';
}

/** Pixels of a picture whose longer side is `side`. */
export function sizeOf(side: number, ratio: BuildingRatio): { width: number; height: number } {
  const [across = 1, up = 1] = ratio.split(':').map(Number);
  const shorter = Math.round((side * Math.min(across, up)) / Math.max(across, up));
  return across >= up ? { width: side, height: shorter } : { width: shorter, height: side };
}

/** A view with the direction of north that it was drawn with. */
export interface DrawnView {
  view: BuildingView;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
}

/** The view as a text, which is the same for the same view. */
export function textOfView({ view, north }: DrawnView): string {
  const { camera, sun, look } = view;
  const { x, y, z, yaw, pitch, lens, shift } = camera;
  const { latitude, longitude, date, minutes, timeZone } = sun;
  return JSON.stringify({
    view: {
      camera: { x, y, z, yaw, pitch, lens, shift },
      sun: { latitude, longitude, date, minutes, timeZone },
      look,
    },
    north,
  } satisfies DrawnView);
}

/** Name of a kept sketch; it begins with the hash of the file that it shows. */
export function nameOfSketch(sha256: string, view: DrawnView, { width, height }: { width: number; height: number }) {
  const words = createHash('sha256').update(textOfView(view)).digest('hex').slice(0, 32);
  return `${sha256}-sketch-${width}x${height}-${words}.jpg`;
}

const factsOf = (row: Pick<BuildingRow, 'facts'>): BuildingFacts | undefined =>
  row.facts === null ? undefined : (JSON.parse(row.facts) as BuildingFacts);

/** As it was confirmed; before that as the reader found it. */
export function placementOf(row: Pick<BuildingRow, 'facts' | 'placement'>): BuildingPlacement | undefined {
  return row.placement === null ? factsOf(row)?.placement : (JSON.parse(row.placement) as BuildingPlacement);
}

export const isSamePlacement = (one: BuildingPlacement, other: BuildingPlacement): boolean =>
  one.metresPerUnit === other.metresPerUnit && one.up === other.up && one.north === other.north;

export function modelOf(row: BuildingRow): BuildingModel {
  const facts = factsOf(row);
  const placement = placementOf(row);
  return {
    modelId: row.id,
    name: row.name,
    bytes: row.bytes,
    state: row.state,
    createdAt: row.created_at,
    ...(row.format !== null && { format: row.format }),
    ...(row.sentence !== null && { sentence: row.sentence }),
    ...(facts && { facts }),
    ...(placement && { placement }),
    ...(row.views !== null && { views: JSON.parse(row.views) as BuildingModel['views'] }),
  };
}
