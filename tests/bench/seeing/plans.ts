import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { ToolJob } from '../../../engine/base/job.ts';
import { readPlanDrawing } from '../../../engine/kernels/plan/plan-drawing.ts';
import { findFixtures } from '../../../engine/kernels/plan/plan-fixtures.ts';
import { namesOfRooms, scaleOfTexts } from '../../../engine/kernels/plan/plan-names.ts';
import { guessRoomKinds } from '../../../engine/kernels/plan/plan-room-kinds.ts';
import { createDirectRunner } from '../../../engine/models/direct-runner.ts';
import { findSpaces, readTexts } from '../../../engine/steps/plan-reading.ts';
import { type Measurement, say } from '../measurement.ts';

/**
 * Ground truth of a folder of plans, in its `truth.json`: points in pixels of a plan whose longer side is `shown` wide.
 */
interface Truth {
  shown: number;
  plans: Record<string, PlanTruth>;
}

interface PlanTruth {
  /** Kind of room (empty where a name does not stand there), and one point in it, or two where it bends. */
  spaces: ReadonlyArray<[kind: string, x: number, y: number, otherX?: number, otherY?: number]>;
  /** Millimetres a pixel of the file, where the plan shows its dimensions. */
  mmPerPixel?: number;
}

/** Kinds that nobody would call wrong for one another. */
const alike: Readonly<Record<string, readonly string[]>> = {
  living: ['living', 'livingDining'],
  livingDining: ['living', 'livingDining'],
};

interface PlanFigures {
  spaces: number;
  found: number;
  named: number;
  right: number;
  /** Error of the scale, as a share; absent when none was found or none is known. */
  scaleFault?: number;
  ms: number;
}

/** Rooms, names and scale of plans that nobody here made: a folder with plans and `truth.json`. */
export async function benchPlans(folder?: string): Promise<Measurement[]> {
  const place = [folder, folder && path.join(folder, 'plans'), process.env.SEEING_PLANS].find(
    (candidate) => candidate && existsSync(path.join(candidate, 'truth.json')),
  );
  if (!place) {
    say('no plans: name a folder with plans and truth.json, or set SEEING_PLANS');
    return [];
  }
  const truth = JSON.parse(await readFile(path.join(place, 'truth.json'), 'utf8')) as Truth;
  const models = { runner: createDirectRunner(), slots: {} };
  const outputDir = await mkdtemp(path.join(tmpdir(), 'bench-plans-'));
  const all: PlanFigures[] = [];
  for (const [name, plan] of Object.entries(truth.plans)) {
    const file = path.join(place, name);
    const { width, height } = await sharp(file).metadata();
    const pictures = { p: { file, width, height, format: 'png' } } as const;
    const job: ToolJob = { params: {}, pictures, seed: 1, outputDir, models, onProgress: () => undefined };
    const figures = await measure(job, plan, truth.shown).catch((error: unknown) => {
      say(`${name}: ${String(error)}`);
      const named = plan.spaces.filter(([kind]) => kind !== '').length;
      return { spaces: plan.spaces.length, found: 0, named, right: 0, ms: 0 } satisfies PlanFigures as PlanFigures;
    });
    all.push(figures);
    const { spaces, found, named, right, scaleFault, ms } = figures;
    const scale = scaleFault === undefined ? 'no scale' : `scale off by ${(100 * scaleFault).toFixed(1)} %`;
    say(`${name}: found ${found} of ${spaces}, named ${right} of ${named}, ${scale}, ${Math.round(ms)} ms`);
  }
  await rm(outputDir, { recursive: true });
  const sum = (of: (figures: PlanFigures) => number) => all.reduce((total, figures) => total + of(figures), 0);
  const scaled = Object.values(truth.plans).filter(({ mmPerPixel }) => mmPerPixel !== undefined).length;
  return [
    {
      name: 'rooms found',
      ours: (100 * sum(({ found }) => found)) / sum(({ spaces }) => spaces),
      unit: '%',
      target: '≥ 80 %',
    },
    {
      name: 'rooms named rightly',
      ours: (100 * sum(({ right }) => right)) / sum(({ named }) => named),
      unit: '%',
      target: '≥ 70 %',
    },
    {
      name: `scales within 5 %, of ${scaled} that are known`,
      ours: sum(({ scaleFault = 1 }) => (scaleFault <= 0.05 ? 1 : 0)),
      unit: '',
    },
    { name: 'a plan', ours: sum(({ ms }) => ms) / all.length, unit: 'ms' },
  ];
}

async function measure(job: ToolJob, plan: PlanTruth, shown: number): Promise<PlanFigures> {
  const startedAt = performance.now();
  const drawing = await readPlanDrawing(job.pictures.p!, 'standard');
  const reading = await readTexts(job, 'p', drawing);
  const { walls, rooms } = findSpaces(drawing, reading);
  const written = namesOfRooms(rooms, drawing, reading.texts);
  const scale = scaleOfTexts(rooms, drawing, reading.texts);
  const fixtures = findFixtures(drawing, rooms, scale ? 1 / scale.metres : rooms.pixelsPerMetre);
  const kinds = guessRoomKinds(rooms, walls.gaps, fixtures).map((kind, index) => written[index]?.kind ?? kind);
  const ms = performance.now() - startedAt;
  const unit = Math.max(drawing.width, drawing.height) / shown;
  const roomAt = (x: number, y: number) => rooms.roomOf[Math.round(y * unit) * drawing.width + Math.round(x * unit)]!;
  const places = plan.spaces.map(([, x, y, otherX, otherY]) => [
    roomAt(x, y),
    ...(otherX === undefined || otherY === undefined ? [] : [roomAt(otherX, otherY)]),
  ]);
  const figures: PlanFigures = { spaces: places.length, found: 0, named: 0, right: 0, ms };
  for (const [index, [kind]] of plan.spaces.entries()) {
    const room = places[index]!.find((found) => found >= 0) ?? -1;
    const isOwn = room >= 0 && places.every((others, other) => other === index || !others.includes(room));
    if (isOwn) figures.found++;
    if (kind === '') continue;
    figures.named++;
    if (room >= 0 && (alike[kind] ?? [kind]).includes(kinds[room]!)) figures.right++;
  }
  const found = scale && scale.metres * 1000 * drawing.zoom;
  if (found !== undefined && plan.mmPerPixel !== undefined) figures.scaleFault = Math.abs(found / plan.mmPerPixel - 1);
  return figures;
}
