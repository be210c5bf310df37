import type { CameraMove } from './camera-moves';

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

export function moveOfKey(key: string): CameraMove | undefined {
  return cameraButtons.find(([, , keys]) => keys.includes(key.toLowerCase()))?.[0];
}
