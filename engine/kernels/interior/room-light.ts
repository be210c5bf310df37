/** The light of a room by hour and weather: the sky behind the panes, the sun through them, the lamps. */
import type { Vec3 } from '../../base/vector.ts';
import type { Hour } from '../concept/words/brief.ts';
import { type Atmosphere, clearDay } from '../trace/atmospheres.ts';
import type { InteriorBrief } from './interior-brief.ts';
import type { RoomPlan } from './room-plan.ts';

export interface RoomHour {
  atmosphere: Atmosphere;
  /**
   * Light of the openings, as a factor on the sky that is seen through them: cameras take panes darker than they are.
   */
  opening: number;
  /** Strength of lamps, 2 at night. */
  lamps: number;
  /** Light from the part of the room behind the viewer. */
  behind: Vec3;
  /** Brightness of rooms across the street. */
  lit: number;
}

interface Look {
  zenith: Vec3;
  horizon: Vec3;
  ground: Vec3;
  sun: Vec3;
  /** Height of the sun as a tangent. */
  high: number;
  opening: number;
  lamps: number;
  ambient: Vec3;
  behind: Vec3;
  exposure: number;
  lit: number;
}

const looks: Readonly<Record<Hour, Look>> = {
  morning: {
    zenith: [0.34, 0.44, 0.6],
    horizon: [0.72, 0.62, 0.5],
    ground: [0.25, 0.24, 0.2],
    sun: [1.5, 1.05, 0.66],
    high: 0.34,
    opening: 4,
    lamps: 0.3,
    ambient: [0.23, 0.21, 0.185],
    behind: [0.85, 0.8, 0.74],
    exposure: 2.3,
    lit: 0,
  },
  day: {
    zenith: [0.3, 0.42, 0.66],
    horizon: [0.56, 0.6, 0.64],
    ground: [0.26, 0.26, 0.22],
    sun: [1.25, 1.1, 0.9],
    high: 0.62,
    opening: 4.6,
    lamps: 0.3,
    ambient: [0.25, 0.24, 0.225],
    behind: [0.95, 0.96, 0.98],
    exposure: 2.3,
    lit: 0,
  },
  dusk: {
    zenith: [0.17, 0.19, 0.33],
    horizon: [0.72, 0.42, 0.24],
    ground: [0.12, 0.1, 0.09],
    sun: [1.7, 0.85, 0.36],
    high: 0.2,
    opening: 2.6,
    lamps: 1.2,
    ambient: [0.15, 0.12, 0.1],
    behind: [0.42, 0.35, 0.29],
    exposure: 2.3,
    lit: 0.5,
  },
  blueHour: {
    zenith: [0.05, 0.1, 0.24],
    horizon: [0.22, 0.25, 0.36],
    ground: [0.04, 0.045, 0.06],
    sun: [0, 0, 0],
    high: 0.5,
    opening: 1.5,
    lamps: 1.9,
    ambient: [0.2, 0.175, 0.155],
    behind: [0.32, 0.28, 0.25],
    exposure: 2.7,
    lit: 0.8,
  },
  night: {
    zenith: [0.006, 0.01, 0.024],
    horizon: [0.035, 0.038, 0.055],
    ground: [0.012, 0.012, 0.015],
    sun: [0, 0, 0],
    high: 0.5,
    opening: 1,
    lamps: 2,
    ambient: [0.2, 0.165, 0.135],
    behind: [0.34, 0.285, 0.23],
    exposure: 2.7,
    lit: 0.8,
  },
};

export function lightOf({ hour, weather, hasLamps, wishes }: InteriorBrief, { windows, side }: RoomPlan): RoomHour {
  const look = looks[hour];
  const isGrey = weather !== 'clear';
  // A covered sky lights what lies outside from high above; rooms have it through their openings.
  const isCovered = isGrey && look.sun[0] > 0;
  const high = isCovered ? 4 : look.high;
  // Through an end window the sun comes from the far corner, else from the window's side and a little behind.
  const around: Vec3 = windows[0]?.side === 'back' ? [-0.4 * side, high, 0.8] : [0.85 * side, high, -0.3];
  const base = clearDay(around);
  const level = look.horizon[1];
  const grey = (share: number): Vec3 => [level * share, level * share * 1.02, level * share * 1.06];
  const lamps = wishes.unwanted.has('pendant') && wishes.unwanted.has('floorLamp') ? 0.2 : 1;
  return {
    atmosphere: {
      ...base,
      sky: {
        ...base.sky,
        zenith: isGrey ? grey(0.95) : look.zenith,
        horizon: isGrey ? grey(1.05) : look.horizon,
        ground: look.ground,
        glow: [0, 0, 0],
        clouds: 0,
      },
      sun: isCovered
        ? { direction: around, light: grey(0.8), size: 0.1 }
        : { direction: around, light: look.sun, size: 0.005 },
      ambient: look.ambient,
      haze: 0,
      exposure: look.exposure * (isCovered ? 1.15 : 1),
      bloom: 0.2,
      whiteBalance: hour === 'night' || hour === 'blueHour' ? [0.93, 1, 1.14] : [0.99, 1, 1.03],
    },
    opening: look.opening * (isCovered ? 1.4 : 1),
    lamps: lamps * (hasLamps ? Math.max(0.9, look.lamps) : look.lamps),
    behind: look.behind,
    lit: look.lit,
  };
}
