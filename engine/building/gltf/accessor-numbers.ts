import type { Accessor } from '@gltf-transform/core';

const componentMost: Readonly<Record<string, number>> = {
  Int8Array: 127,
  Uint8Array: 255,
  Int16Array: 32_767,
  Uint16Array: 65_535,
};

/** Numbers of an accessor as they are meant: whole ones that stand for shares become those. */
export function numbersOf(accessor: Accessor | null): ArrayLike<number> | undefined {
  const array = accessor?.getArray();
  if (!accessor || !array) return undefined;
  const most = accessor.getNormalized() && componentMost[array.constructor.name];
  if (!most) return array;
  return Float32Array.from(array, (value) => Math.max(-1, value / most));
}
