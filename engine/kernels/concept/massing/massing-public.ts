/** Museums, schools, hospitals, works. */
import { clamp } from '../../../base/scalar.ts';
import type { Vec3 } from '../../../base/vector.ts';
import { raiseCurved } from './curved.ts';
import { box, raiseAll } from './massing-homes.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { addCanopy, addColumns, addSteps } from './parts.ts';
import type { Volume } from './volumes.ts';

export function culture(job: MassingJob): Built {
  const { brief, random, systems } = job;
  const n = Math.max(1, brief.storeys);
  if (brief.style === 'parametric' || brief.style === 'futuristic') {
    return curvedHall(job, n);
  }
  const wide = 46 + 8 * random();
  addSteps(job.yard, wide * 0.2, wide * 0.75, -0.2, 0.9);
  if (brief.style === 'newChinese' || systems.roof !== 'flat') {
    return raiseAll(job, [
      box(job, wide * 0.2, 0, wide * 0.8, 20, Math.min(n, 3), { base: 0.9 }),
      box(job, -6, 5, wide * 0.2 - 1, 18, Math.max(1, n - 1)),
      box(job, wide * 0.8 + 1, 5, wide + 6, 18, Math.max(1, n - 1)),
    ]);
  }
  if (brief.style === 'classical') {
    return templeFront(job, wide, n);
  }
  switch (job.output % 3) {
    case 0:
      return raiseAll(job, hallUnderBar(job, wide, n));
    case 1:
      return raiseAll(job, pushedCubes(job, n));
    default:
      return hallUnderPlate(job, wide, n);
  }
}

function curvedHall({ brief, random, storey, ground, yard }: MassingJob, n: number): Built {
  const phase = random() * 6;
  const top = raiseCurved(yard, {
    storeys: n,
    storey,
    ground,
    base: 0.6,
    areFinned: brief.style === 'parametric',
    outlineAt: (level) => ({
      x: 26 + 3 * Math.sin(level * 1.3 + phase),
      z: 16 + 2 * Math.cos(level * 1.1 + phase),
      halfWidth: 26 * (1 - 0.07 * level) + 3 * Math.sin(level * 2 + phase),
      halfDepth: 15 * (1 - 0.05 * level),
      power: 2.4,
      turn: 0.1 * Math.sin(level * 1.2 + phase),
    }),
  });
  return { footprints: [{ x0: -4, x1: 56, z0: -2, z1: 34 }], top };
}

/** Columns before a tall block, under a gable. */
function templeFront(job: MassingJob, wide: number, n: number): Built {
  const { storey, ground } = job;
  addColumns(job.yard, wide * 0.26, wide * 0.7, -3.2, ground + storey * 0.8, 8);
  const { mesh } = job.yard.scene;
  const y = ground + storey * 0.8;
  mesh.box(job.yard.skin.trim, wide * 0.23, y, -4, wide * 0.73, y + 1.3, 0.4);
  const corners: readonly Vec3[] = [
    [wide * 0.22, y + 1.3, -4.2],
    [wide * 0.74, y + 1.3, -4.2],
    [wide * 0.48, y + 5, -4.2],
  ];
  mesh.triangle(job.yard.skin.wall, corners[0]!, corners[1]!, corners[2]!);
  for (const i of [0, 1])
    mesh.quad(job.yard.skin.roof, corners[i]!, corners[2]!, [wide * 0.48, y + 5, 3], [corners[i]![0], y + 1.3, 3]);
  return raiseAll(job, [box(job, 0, 0, wide, 24, Math.max(2, n - 1), { groundFacade: 'tallWindows' })]);
}

/** A solid bar thrown out over a glazed hall; from three storeys on, fins above it. */
function hallUnderBar(job: MassingJob, wide: number, n: number): Volume[] {
  const { storey, ground } = job;
  const lift = ground + 0.15;
  const volumes = [
    box(job, 4, 4, wide - 8, 24, 1, { groundFacade: 'curtain' }),
    box(job, -6, 0, wide * 0.72, 20, Math.max(1, n - 2), {
      base: lift,
      ground: storey,
      facade: 'solid',
      groundFacade: 'solid',
      isOnColumns: true,
    }),
  ];
  if (n > 2) {
    volumes.push(
      box(job, wide * 0.34, -4, wide + 4, 16, 1, {
        base: lift + Math.max(1, n - 2) * storey,
        ground: storey,
        facade: 'fins',
        groundFacade: 'fins',
        isAccent: true,
      }),
    );
  }
  return volumes;
}

/** Solid cubes of different heights pushed together. */
function pushedCubes(job: MassingJob, n: number): Volume[] {
  const { random } = job;
  const volumes: Volume[] = [];
  let x = 0;
  for (let i = 0; i < 4; i++) {
    const w = 10 + 5 * random();
    const isGlass = i === 1;
    volumes.push(
      box(
        job,
        x,
        isGlass ? 3 : random() * 4,
        x + w,
        24,
        isGlass ? Math.max(1, n - 1) : Math.max(1, Math.round(n * (0.6 + 0.6 * random()))),
        { facade: isGlass ? 'curtain' : 'solid', groundFacade: isGlass ? 'curtain' : 'solid', isAccent: i === 2 },
      ),
    );
    x += w;
  }
  return volumes;
}

/** Glass hall under one broad roof plate. */
function hallUnderPlate(job: MassingJob, wide: number, n: number): Built {
  const { storey, ground } = job;
  const top = 0.15 + ground + (n - 1) * storey * 0.8;
  const { mesh } = job.yard.scene;
  const { skin } = job.yard;
  mesh.box(skin.trim, -7, top + 0.7, -8, wide + 7, top + 2, 30);
  mesh.box(skin.soffit, -6.9, top + 0.66, -7.9, wide + 6.9, top + 0.7, 29.9);
  addColumns(job.yard, -4, wide + 4, -6, top + 0.8, 9);
  return {
    ...raiseAll(job, [
      box(job, 0, 0, wide, 24, Math.max(1, n - 1), {
        facade: 'curtain',
        groundFacade: 'curtain',
        storey: storey * 0.8,
      }),
      box(job, wide * 0.6, -3, wide * 0.85, 20, 1, { groundFacade: 'solid', isAccent: true }),
    ]),
    top: top + 2,
  };
}

export function schools(job: MassingJob): Built {
  const { brief, systems } = job;
  const n = brief.storeys;
  const facade =
    ['modern', 'minimal', 'industrial'].includes(brief.style) && !brief.wanted.has('curtainWall')
      ? 'punched'
      : systems.facade;
  addCanopy(job.yard, 4, 13, -1, 4, 4);
  return raiseAll(job, [
    box(job, 0, -1, 18, 14, n, { facade: job.output % 2 ? 'grid' : facade, isAccent: true }),
    box(job, 18, 0, 62, 10, Math.max(2, n - 1), {
      facade: 'gallery',
      groundFacade: 'gallery',
      sides: facade,
      back: facade,
    }),
    box(job, 0, 30, 56, 40, n, { facade: 'gallery', groundFacade: 'gallery', sides: facade, back: facade }),
    box(job, 2, 14, 10, 30, Math.max(1, n - 2), { facade, groundFacade: facade }),
  ]);
}

export function hospital(job: MassingJob): Built {
  const { brief, systems, storey, ground } = job;
  const n = brief.storeys;
  const low = clamp(Math.round(n * 0.35), 1, 4);
  const facade = systems.facade === 'curtain' || systems.facade === 'fins' ? 'ribbon' : systems.facade;
  addCanopy(job.yard, 22, 38, -1, 4.4, 8);
  const volumes = [box(job, 0, -1, 60, 26, low, { facade: 'ribbon', groundFacade: 'curtain', roof: 'flat' })];
  if (n > low) {
    volumes.push(
      box(job, 4, 8, job.output % 2 ? 44 : 56, 24, n - low, {
        base: 0.15 + ground + (low - 1) * storey,
        ground: storey,
        facade,
        groundFacade: facade,
        sides: 'punched',
      }),
    );
  }
  const built = raiseAll(job, volumes);
  // The red cross that names it.
  const { mesh } = job.yard.scene;
  const { cross } = signs(job);
  const y = 0.15 + ground + (low - 1) * storey + (n > low ? (n - low) * storey + 1.6 : 1.6);
  mesh.box(cross, 8, y, 8, 9.2, y + 3.6, 8.5);
  mesh.box(cross, 6.8, y + 1.2, 8, 10.4, y + 2.4, 8.5);
  return built;
}

function signs({ yard }: MassingJob): { cross: number } {
  return {
    cross: yard.scene.material({
      surface: 'light',
      glow: 0.9,
      paint: (_, out) => {
        out.r = 0.72;
        out.g = 0.05;
        out.b = 0.04;
      },
    }),
  };
}

export function factory(job: MassingJob): Built {
  const { brief, systems } = job;
  const isMetal = systems.facade !== 'grid' && systems.facade !== 'lattice';
  const facade = isMetal ? 'shed' : systems.facade;
  const wide = 44;
  const volumes = [
    box(job, 0, 0, wide, 30, brief.storeys, {
      facade,
      groundFacade: facade,
      roof: brief.roof ?? (systems.roof === 'flat' ? 'sawtooth' : systems.roof),
    }),
    box(job, -14, 2, -0.1, 16, Math.max(1, brief.storeys - 1) + 1, {
      facade: 'ribbon',
      groundFacade: 'picture',
      roof: 'flat',
      isAccent: true,
    }),
  ];
  const built = raiseAll(job, volumes);
  const { mesh } = job.yard.scene;
  if (job.output % 2 === 0) mesh.bar(job.yard.skin.wall, [wide + 7, 0, 16], [wide + 7, 26, 16], 1.5, 1, 18, true);
  for (const x of [5, 12]) mesh.box(job.yard.skin.frame, x, 0.1, -0.06, x + 4, 4, 0.05);
  return built;
}
