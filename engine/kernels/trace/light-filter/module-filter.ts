import type { Size } from '../../../base/blur.ts';
import type { FilmBand } from '../film.ts';
import { filterModule } from './filter-module.ts';

const pageBytes = 65_536;
/** Points about the picture: twice the largest step, so that no neighbour lies outside. */
const rim = 32;
/** Normal of the rim: far from any that a surface has. */
const noNormal = 1000;
/** Numbers of the first planes of the faces, of the light and of the result, which change places with every pass. */
const [facesAt, lightAt, resultAt] = [0, 4, 8] as const;
const planes = 12;

interface Filter {
  pass(
    first: number,
    plane: number,
    row: number,
    columns: number,
    rows: number,
    step: number,
    source: number,
    contrastShare: number,
    contrastCost: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/**
 * The filter as WebAssembly with four points at a time (`filter.assembly.ts`), in 32-bit numbers.
 *
 * @param passes at most 5
 * @returns four numbers a point: light and the sum of it
 * @throws RangeError where no memory of that size can be had, CompileError where SIMD is missing
 */
export function filterByModule(film: FilmBand, { width, height }: Size, passes: number): Float32Array {
  const stride = Math.ceil(width / 4) * 4 + 2 * rim;
  const points = stride * (height + 2 * rim);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((points * planes * 4) / pageBytes) });
  compiled ??= new WebAssembly.Module(filterModule());
  const { pass } = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Filter;
  const values = new Float32Array(memory.buffer, 0, points * planes);
  const first = rim * stride + rim;
  values.fill(noNormal, 0, points * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = first + y * stride + x;
      for (let c = 0; c < 3; c++) {
        values[at + (facesAt + c) * points] = film.normal[i * 3 + c]!;
        values[at + (lightAt + c) * points] = film.indirect[i * 3 + c]!;
      }
      values[at + (facesAt + 3) * points] = film.depth[i]!;
      values[at + (lightAt + 3) * points] =
        film.indirect[i * 3]! + film.indirect[i * 3 + 1]! + film.indirect[i * 3 + 2]!;
    }
  }
  let source: number = lightAt;
  for (let index = 0; index < passes; index++) {
    const contrastCost = index < 2 ? 0 : 1;
    pass(first * 4, points * 4, stride * 4, width, height, 1 << index, source, 2.4 / (index + 1), contrastCost);
    source = lightAt + resultAt - source;
  }
  const light = new Float32Array(width * height * 4);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const at = first + y * stride + x + source * points;
      for (let c = 0; c < 4; c++) light[i + c] = values[at + c * points]!;
    }
  }
  return light;
}
