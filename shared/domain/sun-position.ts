/** Position of the sun by place and time, after the solar calculator of NOAA (Meeus, Astronomical Algorithms, ch. 25). */
import type { BuildingSun } from './building-view.ts';

export interface SunPosition {
  /** Degrees clockwise from true north, 0 ≤ azimuth < 360. */
  azimuth: number;
  /** Degrees above the horizon as seen, refraction of the air included; negative below it. */
  altitude: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const sine = (angle: number): number => Math.sin(radians(angle));
const cosine = (angle: number): number => Math.cos(radians(angle));
const turned = (angle: number): number => ((angle % 360) + 360) % 360;

const minutesPerDay = 1440;
/** Julian day of 1 January 1970, 0 h UTC. */
const unixEpoch = 2_440_587.5;
const julianCentury = 36_525;
/** Julian day of 1 January 2000, 12 h. */
const year2000 = 2_451_545;

/** Within 0.1° of the almanac from 1900 to 2100. */
export function sunPosition({ latitude, longitude, date, minutes, timeZone }: BuildingSun): SunPosition {
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + unixEpoch;
  const universal = minutes - timeZone * 60;
  const centuries = (day + universal / minutesPerDay - year2000) / julianCentury;
  const { declination, equationOfTime } = sunOf(centuries);
  const solarMinutes = universal + equationOfTime + 4 * longitude;
  const hourAngle = turned(solarMinutes / 4) - 180;
  const altitude = degrees(
    Math.asin(sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(hourAngle)),
  );
  const azimuth =
    degrees(
      Math.atan2(
        sine(hourAngle),
        cosine(hourAngle) * sine(latitude) - Math.tan(radians(declination)) * cosine(latitude),
      ),
    ) + 180;
  return { azimuth: turned(azimuth), altitude: altitude + refraction(altitude) };
}

/** Declination in degrees and equation of time in minutes. @param centuries Julian ones since the year 2000 */
function sunOf(centuries: number): { declination: number; equationOfTime: number } {
  const t = centuries;
  const longitude = turned(280.46646 + t * (36_000.76983 + t * 0.0003032));
  const anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t);
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    sine(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sine(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sine(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * t;
  const apparent = longitude + centre - 0.00569 - 0.00478 * sine(node);
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60;
  const obliquity = meanObliquity + 0.00256 * cosine(node);
  const y = Math.tan(radians(obliquity / 2)) ** 2;
  const equation =
    y * sine(2 * longitude) -
    2 * eccentricity * sine(anomaly) +
    4 * eccentricity * y * sine(anomaly) * cosine(2 * longitude) -
    0.5 * y * y * sine(4 * longitude) -
    1.25 * eccentricity * eccentricity * sine(2 * anomaly);
  return {
    declination: degrees(Math.asin(sine(obliquity) * sine(apparent))),
    equationOfTime: 4 * degrees(equation),
  };
}

/** Degrees by which air of usual pressure and warmth lifts what stands at an altitude. */
function refraction(altitude: number): number {
  if (altitude > 85) return 0;
  const slope = Math.tan(radians(altitude));
  let seconds: number;
  if (altitude > 5) seconds = 58.1 / slope - 0.07 / slope ** 3 + 0.000086 / slope ** 5;
  else if (altitude > -0.575)
    seconds = 1735 + altitude * (-518.2 + altitude * (103.4 + altitude * (-12.79 + altitude * 0.711)));
  // Nobody sees a sun below the horizon: its height is that of geometry, but for a smooth end.
  else seconds = Math.max(0, 2070 * (1 + (altitude + 0.575) / 2));
  return seconds / 3600;
}
