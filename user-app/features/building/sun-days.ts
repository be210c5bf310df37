/** Quick choices of a date: days of the solar terms that rules of daylight and pictures ask for. */
const termDays = [
  // Day of the term in a year of this century: floor(year × 0.2422 + constant) − leap days.
  { name: '大寒日', month: 1, constant: 20.12 },
  { name: '春分', month: 3, constant: 20.646 },
  { name: '夏至', month: 6, constant: 21.37 },
  { name: '冬至', month: 12, constant: 21.94 },
] as const;

/** The four days of a year between 2001 and 2099, as `2026-12-22`. */
export function sunDays(year: number): { name: string; date: string }[] {
  return termDays.map(({ name, month, constant }) => {
    const short = year % 100;
    const leapDays = Math.floor((month < 3 ? short - 1 : short) / 4);
    const day = Math.floor(short * 0.2422 + constant) - leapDays;
    return { name, date: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` };
  });
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const minutesOfDay = 1440;

interface PlaceAndDay {
  latitude: number;
  longitude: number;
  timeZone: number;
  /** As `2026-12-22`. */
  date: string;
}

/**
 * Sunrise and sunset in minutes since midnight by the clock of the place, within some minutes; the whole day where the
 * sun does not set. Where it does not rise, both are noon.
 */
export function daylight({ latitude, longitude, timeZone, date }: PlaceAndDay): { from: number; to: number } {
  const [year = 2026, month = 1, day = 1] = date.split('-').map(Number);
  const dayOfYear = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / 86_400_000;
  // Meeus' low-accuracy series in the day of the year (NOAA).
  const angle = ((2 * Math.PI) / 365) * (dayOfYear - 0.5);
  const equation =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(angle) -
      0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) -
      0.040849 * Math.sin(2 * angle));
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle) -
    0.002697 * Math.cos(3 * angle) +
    0.00148 * Math.sin(3 * angle);
  const noon = 720 - 4 * (longitude - 15 * timeZone) - equation;
  const cosine =
    (Math.cos(radians(90.833)) - Math.sin(radians(latitude)) * Math.sin(declination)) /
    (Math.cos(radians(latitude)) * Math.cos(declination));
  if (cosine <= -1) return { from: 0, to: minutesOfDay - 1 };
  const half = cosine >= 1 ? 0 : (4 * Math.acos(cosine) * 180) / Math.PI;
  const within = (minutes: number) => Math.min(minutesOfDay - 1, Math.max(0, Math.round(minutes)));
  return { from: within(noon - half), to: within(noon + half) };
}

/** `7:05` */
export function clockWords(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
