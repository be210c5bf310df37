import { JobRefused, type ToolJob } from '../base/job.ts';
import { ModelUnavailable } from '../base/models.ts';
import { pictureOf } from '../base/picture-file.ts';
import { inkLevel, type PlanDrawing } from '../kernels/plan/plan-drawing.ts';
import { inkWithoutTexts, namesOfRooms, type PlanText, textsOfWords } from '../kernels/plan/plan-names.ts';
import { straightLines } from '../kernels/plan/plan-partitions.ts';
import { findRooms, type Rooms } from '../kernels/plan/plan-rooms.ts';
import { findWalls, strokeWidths, type Walls } from '../kernels/plan/plan-walls.ts';
import { readPlanWords } from '../models/plan-words.ts';

/** Reading of a plan. */
export interface PlanReading {
  texts: PlanText[];
  /** The ink without letters. */
  ink: Uint8Array;
}

/** Reads the text of a drawing; without a network, or when it fails, there is none. */
export async function readTexts(job: ToolJob, imageId: string, drawing: PlanDrawing): Promise<PlanReading> {
  if (!job.models) return { texts: [], ink: drawing.ink };
  const { width, height } = pictureOf(job, imageId);
  try {
    const words = await readPlanWords(job.models.runner, drawing.lightness, drawing, Math.max(width, height));
    const texts = textsOfWords(words, drawing);
    return { texts, ink: inkWithoutTexts(drawing.ink, drawing, texts) };
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    return { texts: [], ink: drawing.ink };
  }
}

export interface PlanSpaces {
  walls: Walls;
  rooms: Rooms;
}

/** Length from which a thin line may part rooms, in thicknesses of a wall: about 0.8 m. */
const partitionShare = 4;

/** Thickness of walls by that of lines, tried one after another where no line is thick enough to be a wall for sure. */
const thinWalls = [2, 1.4];

/**
 * Finds walls and rooms. Where nothing is drawn as thick as walls are, but rooms are named, thinner lines are taken for
 * walls, and the thickness that puts most names into rooms of their own counts.
 *
 * @throws JobRefused when no walls are found
 */
export function findSpaces(drawing: PlanDrawing, { ink, texts }: PlanReading): PlanSpaces {
  const names = texts.flatMap(({ x, y, room }) => (room ? [{ x, y, kind: room.kind }] : []));
  // Letters, and the sheet's frame.
  const isLetter = ink.map((isInk, i) => (!isInk && drawing.lightness[i]! < inkLevel ? 1 : 0));
  const attempt = (width?: number): PlanSpaces => {
    const walls = findWalls(ink, drawing, width);
    const lines = straightLines(drawing.lightness, isLetter, drawing, walls.width, walls.width * partitionShare);
    return { walls, rooms: findRooms(ink, drawing, walls, names, lines) };
  };
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof JobRefused) || names.length < 2) throw error;
    const { thin } = strokeWidths(ink, drawing);
    const spaces = thinWalls.map((share) => attempt(Math.max(3, Math.round(thin * share))));
    const named = spaces.map(({ rooms }) => namesOfRooms(rooms, drawing, texts).filter((name) => name).length);
    const best = named.indexOf(Math.max(...named));
    if (named[best]! < 2) throw error;
    return spaces[best]!;
  }
}
