import type { Task } from '#shared/contract/task';
import { formatNumber } from '#shared/domain/format';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toast } from '@/lib/toast';
import { figuresOf } from '../facts';
import type { Values } from '../field-rules';
import {
  type CorrectionKind,
  correctionKindOf,
  type LegendRow,
  legendOf,
  type Room,
  regionsIn,
  roomsIn,
  type Spot,
} from './findings';
import { forgetRoom, isRoomChanged, nameRoom, type Reassigned, type RoomRow, reassign } from './rows';
import { type FoundPicture, findingAt, insideOf, usePictureMap } from './use-picture-map';

/** Something that was found and can be put right. */
export interface Target extends Spot {
  /** Name as found or corrected. */
  name: string;
  isChanged: boolean;
  /** Ground of a room. */
  floor?: string;
  /** Square metres, where a scale is known. */
  area?: number | undefined;
}

/** A correction that stands in the form. */
export interface Pin extends Spot {
  key: string;
  name: string;
  color?: string | undefined;
  remove: () => void;
}

export interface LegendEntry extends LegendRow {
  /** Area: square metres, or per cent of the plan without a scale. */
  figure: string | undefined;
}

export interface Corrections extends CorrectionKind {
  /** Undefined while the picture is being read. */
  found: FoundPicture | undefined;
  targets: readonly Target[];
  pins: readonly Pin[];
  legend: readonly LegendEntry[];
  floors: readonly { value: string | number; label: string }[];
  /** True when the form's corrections differ from those the run was made with. */
  isChanged: boolean;
  chooseClass: (spot: Spot, name: string) => void;
  chooseRoom: (place: number, row: RoomRow) => void;
}

interface CorrectionInput {
  tool: DefinedTool;
  task: Task | undefined;
  tasks: readonly Task[];
  values: Values;
  onSet: (name: string, value: unknown) => void;
  /** Fills the form with the run that is corrected, where it is about another picture. */
  onFill: (task: Task) => void;
}

const pictureName = 'upload_img';

/**
 * Findings in the picture of a finished run, with the corrections of the form; undefined when nothing can be corrected.
 */
export function useCorrections(input: CorrectionInput): Corrections | undefined {
  const { tool, task, values } = input;
  const kind = correctionKindOf(tool);
  const isDone = kind !== undefined && task?.status === 'succeeded';
  const picture = task?.params[pictureName];
  const imageId = typeof picture === 'string' ? picture : undefined;
  const found = usePictureMap(isDone ? kind.kind : undefined, imageId, task?.facts);
  if (!isDone || !imageId) return undefined;

  const isSamePicture = values[pictureName] === picture;
  const given = isSamePicture ? values : task.params;
  const rows = listOf(given[kind.rows]);
  const limit = tool.fields[kind.rows]?.max ?? Number.POSITIVE_INFINITY;
  const write = (next: readonly unknown[]) => {
    if (next.length > limit) {
      toast.info(`最多修改 ${limit} 处`);
      return;
    }
    if (!isSamePicture) input.onFill(task);
    input.onSet(kind.rows, next);
  };
  const made = listOf(task.params[kind.rows]);
  const shared = { ...kind, found, isChanged: JSON.stringify(rows) !== JSON.stringify(made) };
  const parts =
    kind.kind === 'regions'
      ? regionParts({ ...input, task, given, found, rows: rows as Reassigned[], write })
      : roomParts({ ...input, task, given, found, rows: rows as RoomRow[], write });
  return parts.targets.length === 0 ? undefined : { ...shared, ...parts };
}

interface PartsInput<Row> extends CorrectionInput {
  task: Task;
  /** The form, or the run where the form is about another picture. */
  given: Values;
  found: FoundPicture | undefined;
  rows: readonly Row[];
  write: (rows: readonly Row[]) => void;
}

type Parts = Pick<Corrections, 'targets' | 'pins' | 'legend' | 'floors' | 'chooseClass' | 'chooseRoom'>;

function regionParts({ tool, task, given, found, rows, write }: PartsInput<Reassigned>): Parts {
  const former = legendOf(tool, task.params);
  const legend = legendOf(tool, given);
  const colours = new Map(legend.map(({ name, color }) => [name, color]));
  const areas = figuresOf(task.facts?.areas);
  const shares = figuresOf(task.facts?.shares);
  const places = rows.map((row) => findingAt(found, row));
  const perPixel = squareMetresPerPixel(areas, found);
  const counts = perPixel === undefined ? undefined : pixelsOf(found);
  const targets = regionsIn(task.facts).map((region, place): Target => {
    const correction = rows[places.lastIndexOf(place)];
    return {
      ...(insideOf(found, place) ?? region),
      name: correction?.name ?? former[region.row]?.name ?? '其他',
      isChanged: correction !== undefined,
      area: perPixel === undefined ? undefined : (counts?.[place] ?? 0) * perPixel,
    };
  });
  const pins = rows.map((row, index) => ({
    ...row,
    key: `${row.x},${row.y}`,
    color: colours.get(row.name),
    remove: () => write(rows.toSpliced(index, 1)),
  }));
  const figureOf = (name: string) => {
    if (areas[name] !== undefined) return `${formatNumber(Math.round(areas[name]))} m²`;
    return shares[name] === undefined ? undefined : `${formatNumber(shares[name], 1)}%`;
  };
  return {
    targets,
    pins,
    legend: legend.map((row) => ({ ...row, figure: figureOf(row.name) })),
    floors: [],
    chooseClass: (spot, name) => {
      const place = findingAt(found, spot);
      const isSame = (row: Reassigned) => place !== undefined && findingAt(found, row) === place;
      write(reassign(rows, { x: Math.round(spot.x), y: Math.round(spot.y), name }, isSame));
    },
    chooseRoom: () => undefined,
  };
}

function roomParts({ tool, task, tasks, found, rows, write }: PartsInput<RoomRow>): Parts {
  const rooms = roomsIn(task.facts);
  const plain = foundRooms(task, tasks, rooms.length);
  const targets = rooms.map((room, place): Target => {
    const row = rows[place];
    return {
      ...(insideOf(found, place) ?? { x: room.x, y: room.y }),
      name: row?.name ?? plain[place]?.name ?? room.name,
      floor: row?.floor ?? 'auto',
      area: room.area,
      isChanged: isRoomChanged(row, plain[place]),
    };
  });
  const floors = tool.fields.rooms?.columns?.floor?.options ?? [];
  const pins = targets.flatMap((target, place) => {
    if (!target.isChanged) return [];
    return [{ ...target, key: String(place), remove: () => write(forgetRoom(rows, place, plain)) }];
  });
  return {
    targets,
    pins,
    legend: [],
    floors,
    chooseClass: () => undefined,
    chooseRoom: (place, row) => write(nameRoom(rows, place, row, plain)),
  };
}

/** The rooms as they are taken by themselves, from the runs in which nobody named them. */
function foundRooms(task: Task, tasks: readonly Task[], count: number): (Room | undefined)[] {
  const same = [task, ...tasks.filter((other) => other.params[pictureName] === task.params[pictureName])];
  const lists = same.flatMap(({ status, params, facts }) =>
    status === 'succeeded' ? [{ named: listOf(params.rooms).length, rooms: roomsIn(facts) }] : [],
  );
  return Array.from({ length: count }, (_, place) => lists.find(({ named }) => named <= place)?.rooms[place]);
}

function squareMetresPerPixel(areas: Readonly<Record<string, number>>, found: FoundPicture | undefined) {
  const sum = Object.values(areas).reduce((total, area) => total + area, 0);
  return sum > 0 && found ? sum / found.map.labels.length : undefined;
}

function pixelsOf(found: FoundPicture | undefined): number[] {
  const counts: number[] = [];
  for (const label of found?.map.labels ?? []) if (label >= 0) counts[label] = (counts[label] ?? 0) + 1;
  return counts;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
