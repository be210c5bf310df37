import {
  IFCBUILDINGSTOREY,
  IFCGEOMETRICREPRESENTATIONCONTEXT,
  IFCMAPCONVERSION,
  IFCRELAGGREGATES,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELDEFINESBYPROPERTIES,
  IFCSITE,
  IFCSPACE,
} from 'web-ifc';
import type { BuildingFacts, BuildingRoom, BuildingStorey } from '../../kernels/building/building-mesh.ts';
import type { Box } from '../normalise.ts';
import { tidyName } from '../texts.ts';
import { type IfcFile, type IfcLine, idsIn, nameOf, numberOf } from './ifc-file.ts';
import type { IfcUnits } from './ifc-units.ts';
import { roomBoxes } from './room-boxes.ts';

const mostStoreys = 500;
const mostRooms = 5000;
/** Relations that are looked through for the areas of rooms; more take too long for what they tell. */
const mostRelations = 300_000;

export interface IfcStructure {
  /** Lowest first; elevations in metres in the coordinates of the geometry. */
  storeys: BuildingStorey[];
  rooms: BuildingRoom[];
  /** Index of the storey that a part belongs to. */
  storeyOf: (product: number) => number | undefined;
}

export function structureOf(file: IfcFile, units: IfcUnits): IfcStructure {
  const scale = units.metresPerUnit ?? 1;
  const found = file
    .ids(IFCBUILDINGSTOREY)
    .slice(0, mostStoreys)
    .map((id) => {
      const line = file.line(id);
      const own = (numberOf(line?.Elevation) ?? 0) * scale;
      return { id, name: nameOf(line), elevation: placedHeight(file, line, scale) ?? own };
    })
    .sort((a, b) => a.elevation - b.elevation);
  const indexOf = new Map(found.map(({ id }, index) => [id, index]));
  const parentOf = parents(file);
  const storeyOf = (product: number) => {
    let id: number | undefined = product;
    for (let step = 0; id !== undefined && step < 50; step++) {
      const storey = indexOf.get(id);
      if (storey !== undefined) return storey;
      id = parentOf.get(id);
    }
    return undefined;
  };
  return {
    storeys: found.map(({ name, elevation }) => ({ name, elevation })),
    rooms: roomsOf(file, units, storeyOf),
    storeyOf,
  };
}

/** Height of a line's own origin, metres. */
function placedHeight(file: IfcFile, line: IfcLine, scale: number): number | undefined {
  const placement = line?.ObjectPlacement?.value;
  if (typeof placement !== 'number') return undefined;
  try {
    const height = file.api.GetWorldTransformMatrix(file.id, placement)[14];
    return height === undefined ? undefined : numberOf(height * scale);
  } catch {
    return undefined;
  }
}

/** Ids of the lines that contain others, or are made of them, by the ids of those. */
function parents(file: IfcFile): Map<number, number> {
  const parentOf = new Map<number, number>();
  const add = (type: number, children: string, parent: string) => {
    for (const id of file.ids(type)) {
      const line = file.line(id);
      const above = line?.[parent]?.value;
      if (typeof above === 'number') for (const child of idsIn(line[children])) parentOf.set(child, above);
    }
  };
  add(IFCRELAGGREGATES, 'RelatedObjects', 'RelatingObject');
  add(IFCRELCONTAINEDINSPATIALSTRUCTURE, 'RelatedElements', 'RelatingStructure');
  return parentOf;
}

function roomsOf(file: IfcFile, { squareMetresPerUnit }: IfcUnits, storeyOf: IfcStructure['storeyOf']): BuildingRoom[] {
  const spaces = file.ids(IFCSPACE).slice(0, mostRooms);
  const areas = spaces.length > 0 ? areasOf(file, new Set(spaces)) : new Map<number, number>();
  const boxes = spaces.length > 0 ? roomBoxes(file) : new Map<number, Box>();
  return spaces.map((id) => {
    const line = file.line(id);
    const [storey, area, box] = [storeyOf(id), areas.get(id), boxes.get(id)];
    return {
      name: tidyName(line?.LongName?.value) || nameOf(line),
      ...(storey !== undefined && { storey }),
      ...(area !== undefined && { area: area * squareMetresPerUnit }),
      ...(box && { box }),
    };
  });
}

/** Areas of floors by quantities or properties, in the units of the file. */
function areasOf(file: IfcFile, spaces: ReadonlySet<number>): Map<number, number> {
  const areas = new Map<number, { area: number; rank: number }>();
  const relations = file.ids(IFCRELDEFINESBYPROPERTIES);
  if (relations.length > mostRelations) return new Map();
  for (const id of relations) {
    const line = file.line(id);
    const related = idsIn(line?.RelatedObjects).filter((object) => spaces.has(object));
    if (related.length === 0) continue;
    const found = areaIn(file, file.follow(line.RelatingPropertyDefinition));
    if (found) for (const space of related) if (found.rank >= (areas.get(space)?.rank ?? 0)) areas.set(space, found);
  }
  return new Map([...areas].map(([space, { area }]) => [space, area]));
}

/** The best area of a set of quantities or properties: the net floor before the gross one, before any other. */
function areaIn(file: IfcFile, set: IfcLine): { area: number; rank: number } | undefined {
  const values = [...idsIn(set?.Quantities), ...idsIn(set?.HasProperties)].slice(0, 200).flatMap((id) => {
    const line = file.line(id);
    const area = numberOf(line?.AreaValue) ?? (isArea(line?.NominalValue) ? numberOf(line.NominalValue) : undefined);
    const rank = rankOf(nameOf(line));
    return area !== undefined && area > 0 && rank > 0 ? [{ area, rank }] : [];
  });
  return values.sort((a, b) => b.rank - a.rank)[0];
}

const isArea = (value: IfcLine): boolean => value?.name === 'IFCAREAMEASURE';

function rankOf(name: string): number {
  if (/wall|ceiling|墙|顶/i.test(name)) return 0;
  if (/^net.{0,8}floor|nsa|净面积|使用面积/i.test(name)) return 4;
  if (/^gross.{0,8}floor|gfa|建筑面积/i.test(name)) return 3;
  return /area|面积|fläche/i.test(name) ? 2 : 0;
}

/** Latitude and longitude of the site. */
export function positionOf(file: IfcFile): BuildingFacts['position'] {
  for (const id of file.ids(IFCSITE)) {
    const line = file.line(id);
    const [latitude, longitude] = [degreesOf(line?.RefLatitude), degreesOf(line?.RefLongitude)];
    const isGiven = latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0);
    if (isGiven && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return undefined;
}

/** Of degrees, minutes, seconds and millionths of a second. */
function degreesOf(value: IfcLine): number | undefined {
  const parts: unknown = Array.isArray(value) ? value.map((part: IfcLine) => part?.value ?? part) : value?.value;
  if (!Array.isArray(parts) || parts.length < 3) return undefined;
  const [degrees, minutes, seconds, millionths = 0] = parts.map(Number) as [number, number, number, number?];
  return numberOf(degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600);
}

/** Degrees by which true north is turned clockwise from the y axis of the file. */
export function northOf(file: IfcFile): number | undefined {
  for (const id of file.ids(IFCGEOMETRICREPRESENTATIONCONTEXT)) {
    const ratios = file.follow(file.line(id)?.TrueNorth)?.DirectionRatios;
    const [x, y] = [numberOf(ratios?.[0]), numberOf(ratios?.[1])];
    if (x !== undefined && y !== undefined && (x !== 0 || y !== 0)) return degrees(Math.atan2(x, y));
  }
  for (const id of file.ids(IFCMAPCONVERSION)) {
    const line = file.line(id);
    const [x, y] = [numberOf(line?.XAxisAbscissa), numberOf(line?.XAxisOrdinate)];
    if (x !== undefined && y !== undefined && (x !== 0 || y !== 0)) return degrees(Math.atan2(y, x));
  }
  return undefined;
}

/** Rounded: files have sines of 0 that are none. */
const degrees = (angle: number): number => Math.round((angle * 180 * 1e6) / Math.PI) / 1e6;
