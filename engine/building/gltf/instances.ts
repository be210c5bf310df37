import type { InstancedMesh } from '@gltf-transform/extensions';
import { mostTriangles } from '../mesh-collector.ts';
import { BuildingFileRefused } from '../refusals.ts';
import { numbersOf } from './accessor-numbers.ts';

/** Matrices of the copies of a mesh, column after column. */
export function instancesOf(instances: InstancedMesh, world: ArrayLike<number>): Float64Array[] {
  const moves = numbersOf(instances.getAttribute('TRANSLATION'));
  const turns = numbersOf(instances.getAttribute('ROTATION'));
  const scales = numbersOf(instances.getAttribute('SCALE'));
  const count = (moves ?? scales)?.length ?? 0;
  const copies = Math.max(count / 3, (turns?.length ?? 0) / 4);
  if (copies > mostTriangles) throw new BuildingFileRefused('tooManyTriangles', { limit: mostTriangles / 10_000 });
  return Array.from({ length: Math.floor(copies) }, (_, i) =>
    product(
      world,
      matrixOf(
        triple(moves, i, 0),
        [turns?.[i * 4] ?? 0, turns?.[i * 4 + 1] ?? 0, turns?.[i * 4 + 2] ?? 0, turns?.[i * 4 + 3] ?? 1],
        triple(scales, i, 1),
      ),
    ),
  );
}

type Triple = [number, number, number];

function triple(array: ArrayLike<number> | undefined, index: number, usual: number): Triple {
  const at = index * 3;
  return [array?.[at] ?? usual, array?.[at + 1] ?? usual, array?.[at + 2] ?? usual];
}

function matrixOf(move: Triple, [x, y, z, w]: [number, number, number, number], scale: Triple): Float64Array {
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return Float64Array.from([
    ...columns.flatMap((column, i) => [...column.map((value) => value * scale[i]!), 0]),
    ...move,
    1,
  ]);
}

function product(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const result = new Float64Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let i = 0; i < 4; i++) result[column * 4 + row]! += a[i * 4 + row]! * b[column * 4 + i]!;
  return result;
}
