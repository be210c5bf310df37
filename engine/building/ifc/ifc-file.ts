import { IfcAPI, LogLevel } from 'web-ifc';
import { BuildingFileRefused } from '../refusals.ts';
import { tidyName } from '../texts.ts';

/** A line of an IFC file by the names of its attributes; a reference is `{ type: 5, value: id }`, others `{ value }`. */
// biome-ignore lint/suspicious/noExplicitAny: lines have as many shapes as there are classes, and files break them all
export type IfcLine = any;

const reference = 5;
const settings = {
  // Origins are moved in double precision afterwards.
  COORDINATE_TO_ORIGIN: false,
  CIRCLE_SEGMENTS: 24,
};

/** An IFC file that is open in the parser's memory. */
export class IfcFile {
  readonly api: IfcAPI;
  readonly id: number;

  private constructor(api: IfcAPI, id: number) {
    this.api = api;
    this.id = id;
  }

  /** Each file has a parser of its own: one that has failed is in no state to read another. */
  static async open(bytes: Uint8Array): Promise<IfcFile> {
    const api = new IfcAPI();
    await api.Init();
    api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
    const id = refusing(() => api.OpenModel(bytes, settings));
    if (id < 0) throw new BuildingFileRefused('damaged');
    return new IfcFile(api, id);
  }

  /** Ids of all lines of a class. */
  ids(type: number, { withSubclasses = false } = {}): number[] {
    const found = this.api.GetLineIDsWithType(this.id, type, withSubclasses);
    return Array.from({ length: found.size() }, (_, i) => found.get(i));
  }

  /** Undefined when there is no such line, or it cannot be read. */
  line(id: unknown): IfcLine {
    if (typeof id !== 'number') return undefined;
    try {
      return this.api.GetLine(this.id, id) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Line that a value refers to. */
  follow(value: IfcLine): IfcLine {
    return value?.type === reference ? this.line(value.value) : value;
  }

  /** Class of a line, e.g. `IfcWall`. */
  kindOf(id: number): string {
    return this.api.GetNameFromTypeCode(this.api.GetLineType(this.id, id));
  }

  close(): void {
    this.api.CloseModel(this.id);
    this.api.Dispose();
  }
}

export const nameOf = (line: IfcLine): string => tidyName(line?.Name?.value);

/** Number of a value; undefined for what is none. */
export function numberOf(value: IfcLine): number | undefined {
  const number = Number(typeof value === 'object' ? value?.value : (value ?? Number.NaN));
  return Number.isFinite(number) ? number : undefined;
}

/** Ids that a list of references has. */
export const idsIn = (list: IfcLine): number[] =>
  (Array.isArray(list) ? list : []).flatMap((value) => (value?.type === reference ? [value.value as number] : []));

/** Makes refusals of what the parser throws: the file is at fault. */
export function refusing<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof BuildingFileRefused ? error : new BuildingFileRefused('damaged', {}, error);
  }
}
