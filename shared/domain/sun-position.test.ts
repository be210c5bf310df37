import { expect, test } from 'vitest';
import { sunPosition } from './sun-position.ts';

/**
 * JPL Horizons, observer table of the sun for 50° N 10° E, 1 January 2020, every hour from 0 h UTC: azimuth, height
 * without the air, and by day with it. As kept in the tests of solposx (`test_nasa_horizons`).
 */
const horizons: ReadonlyArray<readonly [azimuth: number, height: number, seen?: number]> = [
  [18.384905, -62.107511],
  [43.990328, -57.075255],
  [63.159488, -49.306617],
  [77.862491, -40.227454],
  [90.093838, -30.655578],
  [101.147333, -21.076943],
  [111.849769, -11.846393],
  [122.773903, -3.289769],
  [134.336441, 4.244699, 4.426409],
  [146.804482, 10.367984, 10.455202],
  [160.234863, 14.670438, 14.733079],
  [174.399466, 16.791713, 16.846454],
  [188.799258, 16.525775, 16.581405],
  [202.838039, 13.899667, 13.965712],
  [216.06712, 9.162424, 9.260021],
  [228.325009, 2.693785, 2.936098],
  [239.722349, -5.096802],
  [250.562948, -13.828891],
  [261.295115, -23.161504],
  [272.536349, -32.767466],
  [285.194755, -42.273221],
  [300.704397, -51.139645],
  [321.186284, -58.434214],
  [348.166418, -62.592241],
];

test.each(horizons.map((row, hour) => [hour, ...row] as const))(
  'at %i h the sun stands where the almanac of JPL has it',
  (hour, azimuth, height, seen) => {
    const sun = { latitude: 50, longitude: 10, date: '2020-01-01', minutes: hour * 60, timeZone: 0 };
    const found = sunPosition(sun);
    expect(Math.abs(found.azimuth - azimuth)).toBeLessThan(0.1);
    expect(Math.abs(found.altitude - (seen ?? height))).toBeLessThan(0.1);
  },
);

/**
 * Reda and Andreas, Solar Position Algorithm (NREL/TP-560-34302), through the reference table of solposx for 17 October
 * 2020, and the example of that report: place, hours from UTC, date, minutes, azimuth, height as seen.
 */
const spa = [
  [39.742476, -105.1786, -7, '2003-10-17', 750.5, 194.34024, 39.88838],
  [45, 10, 0, '2020-10-17', 750, 204.9188164, 32.24367654],
  [45, 10, 2, '2020-10-17', 750, 169.3767211, 34.94652348],
  [45, 10, -2, '2020-10-17', 750, 234.19049983, 18.68392203],
  [45, 10, 0, '2020-02-29', 750, 197.67009996, 35.77992239],
  [0, 10, 0, '2020-10-17', 750, 245.09065324, 66.86401769],
  [-45, 10, 0, '2020-10-17', 750, 326.23446721, 50.12059933],
  [45, -15, 0, '2020-10-17', 750, 175.38931352, 35.38511409],
  [45, 180, 0, '2020-10-17', 750, 18.64817122, -53.24113451],
  [45, 10, 0, '2020-10-17', 210, 79.54868063, -23.40808954],
  [45, 10, 0, '2020-10-17', 350, 104.53989829, 1.45847482],
] as const;

test.each(spa)(
  'at %d° %d°, UTC%d, %s, minute %d the sun stands where the algorithm of NREL has it',
  (latitude, longitude, timeZone, date, minutes, azimuth, altitude) => {
    const found = sunPosition({ latitude, longitude, timeZone, date, minutes });
    expect(Math.abs(found.azimuth - azimuth)).toBeLessThan(0.1);
    expect(Math.abs(found.altitude - altitude)).toBeLessThan(0.1);
  },
);

const daysOfYear = ['2026-01-20', '2026-03-21', '2026-06-21', '2026-08-07', '2026-12-22'];
const places = [
  [39.9, 116.4],
  [31.2, 121.5],
  [23.1, 113.3],
  [-33.9, 151.2],
  [64.1, -21.9],
] as const;

/**
 * The low-precision formulas of the Astronomical Almanac, page C5: ecliptic longitude, then right ascension and sidereal
 * time, where the tested formulas go by the equation of time. @returns height without the air, azimuth
 */
function almanac(latitude: number, longitude: number, date: string, minutes: number) {
  const radians = Math.PI / 180;
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 2_440_587.5 - 2_451_545 + minutes / 1440;
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const tilt = (23.439 - 0.0000004 * days) * radians;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const sidereal = (18.697374558 + 24.06570982441908 * days) * 15 * radians;
  const hour = sidereal + longitude * radians - ascension;
  const phi = latitude * radians;
  const altitude = Math.asin(
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hour),
  );
  const azimuth = Math.atan2(-Math.sin(hour), Math.tan(declination) * Math.cos(phi) - Math.sin(phi) * Math.cos(hour));
  return { altitude: altitude / radians, azimuth: (azimuth / radians + 360) % 360 };
}

test('at 200 places and times it agrees with the formulas of the Astronomical Almanac', () => {
  let count = 0;
  for (const [latitude, longitude] of places) {
    for (const date of daysOfYear) {
      for (let minutes = 30; minutes < 1440; minutes += 180) {
        const expected = almanac(latitude, longitude, date, minutes);
        const found = sunPosition({ latitude, longitude, date, minutes, timeZone: 0 });
        const words = `${latitude} ${longitude} ${date} ${minutes}`;
        const turn = Math.abs(((found.azimuth - expected.azimuth + 540) % 360) - 180);
        // Near the zenith a small way across the sky is a large azimuth.
        expect(turn * Math.cos((expected.altitude * Math.PI) / 180), words).toBeLessThan(0.1);
        const isClearOfHorizon = expected.altitude > 10 || expected.altitude < -3;
        if (isClearOfHorizon) expect(Math.abs(found.altitude - expected.altitude), words).toBeLessThan(0.12);
        count++;
      }
    }
  }
  expect(count).toBe(200);
});
