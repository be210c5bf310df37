/** Composition of each type of building from volumes. The front looks towards -z and stands at about z = 0. */

import type { Box } from '../facade/face.ts';
import { systemsOf } from '../facade/systems.ts';
import type { Brief, BuildingKind } from '../words/brief.ts';
import { kindRules } from '../words/building-rules.ts';
import { sports, stations } from './massing-halls.ts';
import { housing, villas } from './massing-homes.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { clubs, homes, inns, kindergarten } from './massing-pavilions.ts';
import { culture, factory, hospital, schools } from './massing-public.ts';
import { mall, shopFront, shoppingStreet } from './massing-shops.ts';
import { hotel, office, officePark } from './massing-work.ts';
import type { Yard } from './yard.ts';

const compositions: Readonly<Record<BuildingKind, (job: MassingJob) => Built>> = {
  villa: villas,
  housing,
  office,
  officePark,
  culture,
  hotel,
  mall,
  school: schools,
  kindergarten,
  sports,
  salesCentre: clubs,
  club: clubs,
  shoppingStreet,
  shopFront,
  hospital,
  factory,
  transport: stations,
  tourism: inns,
  guesthouse: homes,
};

export function compose(yard: Yard, brief: Brief, output: number): Built {
  const { storey, ground } = kindRules[brief.kind];
  const systems = systemsOf(brief, yard.random);
  return compositions[brief.kind]({ yard, brief, systems, storey, ground, output, random: yard.random });
}

/** Bounding box of footprints. */
export function boundsOf(footprints: readonly Box[]): Box {
  return {
    x0: Math.min(...footprints.map(({ x0 }) => x0)),
    z0: Math.min(...footprints.map(({ z0 }) => z0)),
    x1: Math.max(...footprints.map(({ x1 }) => x1)),
    z1: Math.max(...footprints.map(({ z1 }) => z1)),
  };
}
