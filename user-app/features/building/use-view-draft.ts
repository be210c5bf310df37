import { useEffect, useState } from 'react';
import type { BuildingFacts, BuildingModel } from '#shared/contract/building-model';
import type { BuildingCamera, BuildingSun, BuildingView } from '#shared/domain/building-view';
import { accountOnDevice } from '../../lib/storage';
import { firstCity } from './cities';
import { daylight, sunDays } from './sun-days';
import type { Size } from './units';
import { noProposal, readViewDraft, type ViewDraft, writeViewDraft } from './view-drafts';

export type Proposals = NonNullable<BuildingModel['views']>;

/** Half past three: long shadows, a lit front in the west and south. */
const firstMinutes = 15 * 60 + 30;
const eye = 1.65;

/** Hours of a place's clock ahead of UTC; all of China keeps one time. */
function timeZoneOf(latitude: number, longitude: number): number {
  const isInChina = longitude > 73 && longitude < 135.1 && latitude > 3 && latitude < 53.6;
  return isInChina ? 8 : Math.round(longitude / 15);
}

/** The sun over the file's own place, else over the first city, on a spring afternoon of this year. */
export function firstSun({ position }: Pick<BuildingFacts, 'position'>, year: number): BuildingSun {
  const { latitude, longitude } = position ?? firstCity;
  const spring = sunDays(year).find(({ name }) => name === '春分');
  const sun = {
    latitude: Math.min(66, Math.max(-66, latitude)),
    longitude,
    date: spring?.date ?? `${year}-03-20`,
    timeZone: timeZoneOf(latitude, longitude),
  };
  return { ...sun, minutes: inDaylight({ ...sun, minutes: firstMinutes }) };
}

/** The minute of a sun, or the nearest one at which it is above the horizon. */
export function inDaylight(sun: BuildingSun): number {
  const { from, to } = daylight(sun);
  return Math.min(to, Math.max(from, sun.minutes));
}

/** A camera for want of proposals: in the south, far enough to see all of the model. */
function plainCamera([width, height, depth]: Size): BuildingCamera {
  const distance = Math.max(width, height * 1.6, 4) * 1.1;
  return { x: 0, y: eye, z: depth / 2 + distance, yaw: 0, pitch: 0, lens: 28, shift: 0.1 };
}

/** Camera, sun, look and shape that are being chosen for a model, kept on this device. */
export function useViewDraft(model: BuildingModel, facts: BuildingFacts, proposals: Proposals) {
  const { modelId } = model;
  const [draft, setDraft] = useState<ViewDraft>(
    () =>
      readViewDraft(accountOnDevice() ?? '', modelId) ?? {
        view: {
          camera: proposals[0]?.camera ?? plainCamera(facts.size),
          sun: firstSun(facts, new Date().getFullYear()),
          look: 'material',
        },
        ratio: '16:9',
        chosen: proposals.length > 0 ? 0 : noProposal,
      },
  );
  useEffect(() => writeViewDraft(accountOnDevice() ?? '', modelId, draft, Date.now()), [modelId, draft]);
  return {
    ...draft,
    change: (part: Partial<ViewDraft>) => setDraft((former) => ({ ...former, ...part })),
    changeView: (part: Partial<BuildingView>) =>
      setDraft((former) => ({ ...former, view: { ...former.view, ...part } })),
  };
}
