/** Offices and hotels. */
import { clamp } from '../../../base/scalar.ts';
import { raiseCurved } from './curved.ts';
import { box, raiseAll } from './massing-homes.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { addCanopy } from './parts.ts';
import type { Volume } from './volumes.ts';

export function isCurved({ brief }: MassingJob): boolean {
  return brief.style === 'parametric' || brief.style === 'futuristic';
}

/** A twisting or swelling tower of plates. */
export function curvedTower(
  job: MassingJob,
  x: number,
  z: number,
  storeys: number,
  half: number,
): { top: number; footprint: Built['footprints'][number] } {
  const { brief, storey, ground, random } = job;
  const phase = random() * 3;
  const twist = (0.5 + 0.5 * random()) / storeys;
  const top = raiseCurved(job.yard, {
    storeys,
    storey,
    ground,
    base: 0.15,
    areFinned: brief.style === 'parametric',
    outlineAt: (level) => ({
      x,
      z,
      halfWidth: half * (1 + 0.12 * Math.sin((level / storeys) * 3.1 + phase)),
      halfDepth: half * 0.72 * (1 + 0.08 * Math.cos((level / storeys) * 3.4 + phase)),
      power: brief.style === 'parametric' ? 2.8 : 2.2,
      turn: level * twist,
    }),
  });
  return { top, footprint: { x0: x - half * 1.2, x1: x + half * 1.2, z0: z - half * 0.95, z1: z + half * 0.95 } };
}

export function office(job: MassingJob): Built {
  const { brief, random, systems, storey, ground } = job;
  const n = brief.storeys;
  if (isCurved(job)) {
    const half = clamp(n * 1.1, 11, 20);
    const { top, footprint } = curvedTower(job, half, half * 0.8, n, half);
    return { footprints: [footprint], top };
  }
  const wide = n > 12 ? 30 + 6 * random() : 32 + 10 * random();
  const deep = n > 12 ? 26 : 18 + 4 * random();
  if (n <= 3) {
    addCanopy(job.yard, wide * 0.4, wide * 0.6, 0, ground - 0.9, 3);
    return raiseAll(job, [box(job, 0, 0, wide, deep, n)]);
  }
  if (brief.style === 'artDeco' && n > 5) {
    // Steps back towards a crown.
    const tiers = [0.5, 0.3, 0.2].map((share) => Math.max(1, Math.round((n - 1) * share)));
    const volumes: Volume[] = [];
    let base = 0.15;
    let level = 0;
    for (const [i, storeys] of tiers.entries()) {
      const inset = i * 4;
      volumes.push(
        box(job, inset, inset * 0.7, wide - inset, deep - inset * 0.7, storeys, {
          base,
          ground: level === 0 ? ground : storey,
          groundFacade: level === 0 ? systems.ground : systems.facade,
        }),
      );
      base += (level === 0 ? ground : storey) + (storeys - 1) * storey;
      level++;
    }
    const built = raiseAll(job, volumes);
    job.yard.scene.mesh.bar(
      job.yard.skin.accent,
      [wide / 2, built.top, deep / 2],
      [wide / 2, built.top + 9, deep / 2],
      0.5,
      0.05,
      8,
      true,
    );
    return { ...built, top: built.top + 6 };
  }
  addCanopy(job.yard, wide * 0.38, wide * 0.62, 0, ground - 1, 3.4);
  switch (job.output % 3) {
    case 0:
      // One block with a taller, set-back part.
      return raiseAll(job, [
        box(job, 0, 0, wide * 0.62, deep, n),
        box(job, wide * 0.62, 2.4, wide, deep + 3, Math.max(2, Math.round(n * 0.72)), { isAccent: random() < 0.6 }),
      ]);
    case 1: {
      // Tower over a low base that reaches out.
      const low = clamp(Math.round(n * 0.25), 1, 3);
      return raiseAll(job, [
        box(job, -10, -3, wide + 6, deep + 6, low, { facade: 'ribbon' }),
        box(job, 2, 2, wide - 4, deep, n - low, {
          base: 0.15 + ground + (low - 1) * storey,
          ground: storey,
          groundFacade: systems.facade,
        }),
      ]);
    }
    default: {
      // Two blocks slid past one another with a gap of glass.
      const split = Math.max(2, Math.round(n / 2));
      return raiseAll(job, [
        box(job, 0, 1.5, wide, deep, split),
        box(job, -3.4, -1.2, wide - 3.4, deep - 2, n - split, {
          base: 0.15 + ground + (split - 1) * storey,
          ground: storey,
          groundFacade: systems.facade,
          isAccent: random() < 0.4,
        }),
      ]);
    }
  }
}

export function officePark(job: MassingJob): Built {
  const { brief, random } = job;
  const n = brief.storeys;
  if (isCurved(job)) {
    const one = curvedTower(job, 14, 11, n, 14);
    const other = curvedTower(job, 50, 26, Math.max(2, n - 1), 13);
    return { footprints: [one.footprint, other.footprint], top: Math.max(one.top, other.top) };
  }
  const volumes = [
    box(job, 0, 0, 30, 16, n),
    box(job, 42, 6, 58, 38, Math.max(2, n - 1), { isAccent: random() < 0.6 }),
    box(job, 0, 34, 30, 50, n + (random() < 0.5 ? 1 : 0)),
    box(job, 30, 8, 42, 12.5, 1, {
      base: job.ground + 0.15,
      ground: job.storey,
      groundFacade: 'curtain',
      roof: 'flat',
      isOnColumns: true,
    }),
  ];
  if (job.output % 2) volumes.push(box(job, -30, 8, -14, 30, n));
  addCanopy(job.yard, 11, 19, 0, job.ground - 1, 3);
  return raiseAll(job, volumes);
}

export function hotel(job: MassingJob): Built {
  const { brief, systems, storey, ground, random } = job;
  const n = brief.storeys;
  if (isCurved(job)) {
    const { top, footprint } = curvedTower(job, 17, 12, n, 17);
    return { footprints: [footprint], top };
  }
  addCanopy(job.yard, 11, 25, -2, 4.6, 7);
  const wide = 40 + 6 * random();
  if (n <= 4)
    return raiseAll(job, [
      box(job, 0, -2, wide, 14, n, {
        facade: n > 1 ? (systems.facade === 'curtain' ? 'balcony' : systems.facade) : systems.facade,
      }),
      box(job, wide, 2, wide + 12, 14, Math.max(1, n - 1), { isAccent: true }),
    ]);
  const low = clamp(Math.round(n * 0.2), 1, 3);
  const upper = 0.15 + ground + (low - 1) * storey;
  const rooms = systems.facade === 'curtain' || systems.facade === 'ribbon' ? 'balcony' : systems.facade;
  return raiseAll(job, [
    box(job, -4, -2, wide + 6, 20, low, { facade: 'curtain', roof: 'flat' }),
    box(job, 0, 1, wide * (job.output % 2 ? 0.7 : 1), 15, n - low, {
      base: upper,
      ground: storey,
      facade: rooms,
      groundFacade: rooms,
      sides: systems.sides ?? 'solid',
    }),
  ]);
}
