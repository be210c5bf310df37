import type { Task } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field-kind';

/** A place on the picture that was uploaded, in its pixels. */
export interface Spot {
  x: number;
  y: number;
}

/** A region of a site plan: a pixel of it, and which row of the legend it was given. */
export interface Region extends Spot {
  row: number;
}

/** A room of a floor plan: its centre of mass, and what it was taken for. */
export interface Room extends Spot {
  name: string;
  floor: string;
  /** Square metres; absent without a scale. */
  area?: number;
}

/** The middle of an opening in a wall and its length along the wall. */
export interface Opening extends Spot {
  length: number;
}

export interface LegendRow {
  name: string;
  color: string;
}

type Facts = Task['facts'];

/** Findings of a tool in a picture that people can correct, and the rows field that holds the corrections. */
export interface CorrectionKind {
  kind: 'regions' | 'rooms';
  rows: string;
  /** Label for starting again with the corrections. */
  again: string;
}

export function correctionKindOf(tool: DefinedTool): CorrectionKind | undefined {
  for (const [rows, { corrects }] of Object.entries<Field>(tool.fields)) {
    if (corrects) return { kind: corrects, rows, again: '重新着色' };
  }
  return undefined;
}

const spotPattern = /^(\d+),(\d+),(\d+)$/;

/** The regions an engine lists as `x,y,row;…`, largest first; none where it lists none. */
export function regionsIn(facts: Facts): Region[] {
  return String(facts?.regionList ?? '')
    .split(';')
    .flatMap((text) => {
      const [, x, y, row] = spotPattern.exec(text.trim()) ?? [];
      return row === undefined ? [] : [{ x: Number(x), y: Number(y), row: Number(row) }];
    });
}

/** The rooms an engine lists as JSON, largest first. */
export function roomsIn(facts: Facts): Room[] {
  const list = parsed(facts?.roomList);
  return Array.isArray(list) ? list.filter(isRoom) : [];
}

function isRoom(value: unknown): value is Room {
  const { name, x, y } = (value ?? {}) as Partial<Room>;
  return typeof name === 'string' && typeof x === 'number' && typeof y === 'number';
}

const openingPattern = /^\w+ (\d+),(\d+) (\d+)$/;

/** The openings that were closed to find rooms, listed as `door 120,340 88; …`. */
export function openingsIn(facts: Facts): Opening[] {
  return String(facts?.gapList ?? '')
    .split(';')
    .flatMap((text) => {
      const [, x, y, length] = openingPattern.exec(text.trim()) ?? [];
      return length === undefined ? [] : [{ x: Number(x), y: Number(y), length: Number(length) }];
    });
}

/** The legend of a run or of the form. */
export function legendOf(tool: DefinedTool, values: Readonly<Record<string, unknown>>): LegendRow[] {
  const rows = values.legend ?? tool.fields.legend?.default;
  if (!Array.isArray(rows)) return [];
  return rows.filter((row): row is LegendRow => typeof row?.name === 'string' && typeof row?.color === 'string');
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
