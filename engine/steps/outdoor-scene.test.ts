import { describe, expect, it } from 'vitest';
import { UnsuitablePicture } from '../base/job.ts';
import { partOfLayer } from '../kernels/scene/class-layer.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import { areWindowsSure, darkWindowsNote, isSkySure, qualityBy, refuseRoom, sureWindowsOf } from './outdoor-scene.ts';

/** A picture of four points, each of whose classes is given with its level. */
function readingOf(points: ReadonlyArray<Partial<Record<SceneClass, number>>>, told: Partial<SceneReading> = {}) {
  const shares = Object.fromEntries(
    sceneClasses.map((name) => [name, Uint8Array.from(points, (point) => point[name] ?? 0)]),
  ) as SceneReading['shares'];
  const reading: SceneReading = {
    ...{ width: points.length, height: 1, shares, place: 'outdoor', confidence: 0.8, readBy: 'network' },
    ...told,
  };
  return reading;
}

const sureWindows = [{ window: 230, wall: 25 }, { wall: 255 }, { sky: 255 }, { sky: 255 }];
const vagueWindows = [{ window: 130, wall: 125 }, { window: 110, wall: 145 }, { sky: 255 }, { sky: 255 }];

describe('tools of light and a reading', () => {
  it('refuse a room, and say which tool fits, unless a person drew its sky', () => {
    const room = readingOf([{ ceiling: 255 }, { wall: 255 }, { furniture: 255 }, { floor: 255 }], {
      place: 'interior',
    });
    const refuse = () => refuseRoom(room, false, 'roomForMood');
    expect(refuse).toThrow(UnsuitablePicture);
    expect(refuse).toThrow(/请用「室内风格迁移」/);
    expect(() => refuseRoom(room, true, 'roomForMood')).not.toThrow();
    expect(() => refuseRoom(readingOf(sureWindows), false, 'roomForMood')).not.toThrow();
  });

  it('light windows that a person confirmed, else those that are sure, if they are several and outdoors', () => {
    const windowsOf = (...sureness: number[]): Partial<SceneReading> => {
      const corner = { x: 0, y: 0 };
      return { windows: sureness.map((sureness) => ({ corners: [corner, corner, corner, corner], sureness })) };
    };
    const several = windowsOf(0.97, 0.95, 0.93, 0.91, 0.82, 0.8);
    const reading = readingOf(sureWindows, several);
    expect(areWindowsSure(reading, false)).toBe(true);
    expect(sureWindowsOf(reading)).toEqual(several.windows!.slice(0, 4));
    expect(darkWindowsNote(reading, false)).toEqual([expect.stringMatching(/4 扇.*2 处.*蒙版/)]);
    expect(darkWindowsNote(reading, true)).toEqual([]);
    const unsure = [
      readingOf(sureWindows),
      readingOf(sureWindows, windowsOf(0.95, 0.85)),
      readingOf(sureWindows, { ...several, place: 'unclear' }),
    ];
    for (const one of unsure) expect([areWindowsSure(one, false), areWindowsSure(one, true)]).toEqual([false, true]);
    expect(areWindowsSure(readingOf(vagueWindows, { readBy: 'classical' }), false)).toBe(true);
  });

  it('leave the sky where it is unclear whether there is one', () => {
    const unclear = readingOf(sureWindows, { place: 'unclear' });
    expect([isSkySure(unclear, false), isSkySure(unclear, true)]).toEqual([false, true]);
    expect(isSkySure(readingOf(sureWindows), false)).toBe(true);
    expect(isSkySure(readingOf(sureWindows, { place: 'unclear', readBy: 'classical' }), false)).toBe(true);
  });

  it('give a rough look where neither the place nor the classes are sure', () => {
    const unsure = { place: 'unclear', confidence: 0.4 } as const;
    expect(qualityBy(readingOf(vagueWindows, unsure), false)).toBe('preview');
    expect(qualityBy(readingOf(vagueWindows, unsure), true)).toBeUndefined();
    expect(qualityBy(readingOf(vagueWindows, { ...unsure, readBy: 'classical' }), false)).toBeUndefined();
    expect(qualityBy(readingOf(sureWindows), false)).toBeUndefined();
  });

  it('tell water from the rest of the ground within its edges', () => {
    const shore = readingOf([{ water: 255 }, { water: 128, hard: 127 }, { grass: 255 }, { sky: 255 }]);
    const layer = Uint8Array.of(255, 255, 100, 0);
    expect([...partOfLayer(layer, shore, ['water'], ['hard', 'grass'], shore)]).toEqual([255, 128, 0, 0]);
  });
});
