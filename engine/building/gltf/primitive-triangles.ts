import type { Primitive } from '@gltf-transform/core';

const strip = 5;
const fan = 6;

/** Indices of a primitive's triangles, three each; undefined when its vertices are triangles in order. */
export function trianglesOf(primitive: Primitive): ArrayLike<number> | undefined {
  const mode = primitive.getMode();
  const own = primitive.getIndices()?.getArray() ?? undefined;
  if (mode !== strip && mode !== fan) return own;
  const count = own?.length ?? primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const at = (corner: number) => own?.[corner] ?? corner;
  const triangles = new Uint32Array(Math.max(0, count - 2) * 3);
  for (let i = 0; i + 2 < count; i++) {
    // Every other triangle of a strip goes the other way round.
    const isTurned = mode === strip && i % 2 === 1;
    const corners = mode === fan ? [0, i + 1, i + 2] : isTurned ? [i + 1, i, i + 2] : [i, i + 1, i + 2];
    triangles.set(corners.map(at), i * 3);
  }
  return triangles;
}
