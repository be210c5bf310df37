import type { KeyboardEvent } from 'react';
import type { BuildingCamera } from '#shared/domain/building-view';
import { type CameraMove, lensRange, moved } from './camera-moves';
import type { Size } from './units';

/** Moves with their words and keys, as they stand on the buttons. */
export const cameraButtons: ReadonlyArray<readonly [move: CameraMove, words: string, keys: readonly string[]]> = [
  ['nearer', '走近', ['w', 'arrowup']],
  ['farther', '后退', ['s', 'arrowdown']],
  ['up', '升高', ['r']],
  ['down', '降低', ['f']],
  ['left', '左移', ['a', 'arrowleft']],
  ['right', '右移', ['d', 'arrowright']],
  ['turnLeft', '左转', ['q']],
  ['turnRight', '右转', ['e']],
  ['orbitLeft', '左绕', ['z']],
  ['orbitRight', '右绕', ['c']],
  ['tiltUp', '抬头', ['t']],
  ['tiltDown', '低头', ['g']],
];

/** The camera after a key was pressed; undefined for keys that move nothing. */
export function cameraAfterKey(
  event: KeyboardEvent,
  camera: BuildingCamera,
  size: Size,
): { camera: BuildingCamera; move: CameraMove | undefined } | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return undefined;
  const move = moveOfKey(event.key);
  if (move) return { camera: moved(camera, move, size), move };
  const zoom = { '+': 1, '=': 1, '-': -1 }[event.key];
  if (zoom === undefined) return undefined;
  const lens = Math.min(lensRange.max, Math.max(lensRange.min, Math.round(camera.lens) + zoom));
  return { camera: { ...camera, lens }, move: undefined };
}

function moveOfKey(key: string): CameraMove | undefined {
  return cameraButtons.find(([, , keys]) => keys.includes(key.toLowerCase()))?.[0];
}
