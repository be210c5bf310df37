import { mostTriangles } from '../mesh-collector.ts';
import { NumberList } from '../number-list.ts';
import { BuildingFileRefused } from '../refusals.ts';
import { textOf, tidyName } from '../texts.ts';
import { LineReader } from './line-reader.ts';
import { triangulate } from './polygon.ts';

const slash = 47;
const hash = 35;
/** Absent index of a picture's coordinates or of a normal. */
const none = 0xffffffff;
const mostLibraries = 20;

const unitsByName: Readonly<Record<string, number>> = {
  ...{ mm: 0.001, millimeter: 0.001, millimetre: 0.001, cm: 0.01, centimeter: 0.01, centimetre: 0.01 },
  ...{
    m: 1,
    meter: 1,
    metre: 1,
    km: 1000,
    inch: 0.0254,
    inche: 0.0254,
    in: 0.0254,
    foot: 0.3048,
    feet: 0.3048,
    ft: 0.3048,
  },
};

/** Triangles in a row that share an object and a material. */
export interface Run {
  object: string;
  material: string;
  /** Numbers of triangles. */
  from: number;
  to: number;
}

export interface ObjText {
  positions: Float64Array;
  uvs: Float64Array;
  normals: Float64Array;
  /** Indices, three a triangle; of `uvs` and `normals` 4294967295 where a corner has none. */
  corners: Uint32Array;
  uvCorners: Uint32Array;
  normalCorners: Uint32Array;
  runs: Run[];
  /** Names of MTL files. */
  libraries: string[];
  metresPerUnit?: number;
  /** Lines, points and curves. */
  otherElements: number;
}

/** Reads the text of an OBJ file. Refuses references to vertices that are not there, and too many triangles. */
export function parseObj(bytes: Uint8Array): ObjText {
  return new ObjParser(bytes).parse();
}

class ObjParser {
  readonly #lines: LineReader;
  readonly #positions = new NumberList((length) => new Float64Array(length));
  readonly #uvs = new NumberList((length) => new Float64Array(length));
  readonly #normals = new NumberList((length) => new Float64Array(length));
  readonly #corners = new NumberList((length) => new Uint32Array(length));
  readonly #uvCorners = new NumberList((length) => new Uint32Array(length));
  readonly #normalCorners = new NumberList((length) => new Uint32Array(length));
  readonly #runs: Run[] = [];
  readonly #libraries = new Set<string>();
  #metresPerUnit: number | undefined;
  #otherElements = 0;
  #object = '';
  #group = '';
  #material = '';

  constructor(bytes: Uint8Array) {
    this.#lines = new LineReader(bytes);
  }

  parse(): ObjText {
    while (this.#lines.next()) this.#line();
    return {
      positions: this.#positions.numbers,
      uvs: this.#uvs.numbers,
      normals: this.#normals.numbers,
      corners: this.#corners.numbers,
      uvCorners: this.#uvCorners.numbers,
      normalCorners: this.#normalCorners.numbers,
      runs: this.#runs,
      libraries: [...this.#libraries],
      ...(this.#metresPerUnit !== undefined && { metresPerUnit: this.#metresPerUnit }),
      otherElements: this.#otherElements,
    };
  }

  #line(): void {
    if (this.#lines.skip(hash)) {
      this.#comment();
      return;
    }
    const keyword = this.#lines.word();
    switch (keyword) {
      case 'v':
        this.#vector(this.#positions, 3);
        break;
      case 'vt':
        this.#vector(this.#uvs, 2);
        break;
      case 'vn':
        this.#vector(this.#normals, 3);
        break;
      case 'f':
      case 'fo':
        this.#face();
        break;
      default:
        this.#otherLine(keyword);
    }
  }

  #otherLine(keyword: string): void {
    switch (keyword) {
      case 'o':
        this.#object = this.#name();
        this.#group = '';
        break;
      case 'g':
        this.#group = this.#name();
        break;
      case 'usemtl':
        this.#material = this.#name();
        break;
      case 'mtllib':
        if (this.#libraries.size < mostLibraries) this.#libraries.add(textOf(this.#lines.rest()));
        break;
      case 'l':
      case 'p':
      case 'curv':
      case 'surf':
        this.#otherElements++;
    }
  }

  #name(): string {
    return tidyName(textOf(this.#lines.rest()));
  }

  #comment(): void {
    if (this.#metresPerUnit !== undefined || this.#lines.line > 200) return;
    const unit = /units?\s*[:=]\s*([a-z]+)/i.exec(textOf(this.#lines.rest()))?.[1]?.toLowerCase();
    if (unit) this.#metresPerUnit = unitsByName[unit] ?? unitsByName[unit.replace(/s$/, '')];
  }

  #vector(list: NumberList<Float64Array>, length: number): void {
    for (let i = 0; i < length; i++) list.push(this.#lines.isAtEnd() ? 0 : this.#lines.number());
  }

  #face(): void {
    const corners: number[] = [];
    const uvs: number[] = [];
    const normals: number[] = [];
    while (!this.#lines.isAtEnd()) {
      corners.push(this.#index(this.#positions.length / 3, false));
      const hasUv = this.#lines.skip(slash);
      uvs.push(hasUv ? this.#index(this.#uvs.length / 2, true) : none);
      const hasNormal = this.#lines.skip(slash);
      normals.push(hasNormal ? this.#index(this.#normals.length / 3, true) : none);
      this.#lines.skipWord();
    }
    if (corners.length < 3) return;
    const p = this.#positions;
    const cut =
      corners.length === 3
        ? triangle
        : triangulate(corners.map((i) => [p.at(i * 3), p.at(i * 3 + 1), p.at(i * 3 + 2)] as const));
    this.#extendRun(cut.length / 3);
    for (const corner of cut) {
      this.#corners.push(corners[corner]!);
      this.#uvCorners.push(uvs[corner]!);
      this.#normalCorners.push(normals[corner]!);
    }
  }

  /** Index from 0 of one from 1, or of one that counts back from the last. */
  #index(count: number, isOptional: boolean): number {
    const written = this.#lines.integer();
    if (written === 0 && isOptional) return none;
    const index = written < 0 ? count + written : written - 1;
    if (index < 0 || index >= count) throw new BuildingFileRefused('objReference', { line: this.#lines.line });
    return index;
  }

  #extendRun(triangles: number): void {
    const from = this.#corners.length / 3;
    if (from + triangles > mostTriangles)
      throw new BuildingFileRefused('tooManyTriangles', { limit: mostTriangles / 10_000 });
    const object = this.#group || this.#object;
    const last = this.#runs.at(-1);
    if (last && last.object === object && last.material === this.#material) last.to += triangles;
    else this.#runs.push({ object, material: this.#material, from, to: from + triangles });
  }
}

const triangle = [0, 1, 2];
