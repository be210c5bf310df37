import { useId } from 'react';
import type { BuildingSun } from '#shared/domain/building-view';
import { Chip } from '../../ui/chip';
import { Input, inputLook } from '../../ui/input';
import { Slider } from '../../ui/slider';
import styles from './building.css';
import { cities } from './cities';
import { clockWords, daylight, sunDays } from './sun-days';
import { firstSun, inDaylight } from './use-view-draft';

interface SunControlsProps {
  sun: BuildingSun;
  /** Of the file. */
  position: { latitude: number; longitude: number } | undefined;
  onChange: (sun: BuildingSun) => void;
}

const ofFile = 'file';
const step = 5;

function nameOf({ latitude, longitude }: BuildingSun, position: SunControlsProps['position']): string {
  if (position && position.latitude === latitude && position.longitude === longitude) return ofFile;
  return cities.find((city) => city.latitude === latitude && city.longitude === longitude)?.name ?? ofFile;
}

/** City, day and hour that the sun stands for. */
export function SunControls({ sun, position, onChange }: SunControlsProps) {
  const id = useId();
  const year = Number(sun.date.slice(0, 4)) || new Date().getFullYear();
  const { from, to } = daylight(sun);
  const change = (part: Partial<BuildingSun>) => {
    const next = { ...sun, ...part };
    onChange({ ...next, minutes: inDaylight(next) });
  };
  const goTo = (name: string) => {
    const city = cities.find((known) => known.name === name);
    if (city) change({ latitude: city.latitude, longitude: city.longitude, timeZone: 8 });
    else if (position) {
      const { latitude, longitude, timeZone } = firstSun({ position }, year);
      change({ latitude, longitude, timeZone });
    }
  };
  return (
    <>
      <div className={styles.sunRow}>
        <label htmlFor={`${id}-city`}>城市</label>
        <select
          id={`${id}-city`}
          className={inputLook}
          value={nameOf(sun, position)}
          onChange={(event) => goTo(event.target.value)}
        >
          {(position || nameOf(sun, position) === ofFile) && <option value={ofFile}>模型里的位置</option>}
          {cities.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-date`}>日期</label>
        <Input
          id={`${id}-date`}
          type="date"
          required
          value={sun.date}
          onChange={(event) => event.target.value && change({ date: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-8" role="group" aria-label="常用日期">
        {sunDays(year).map(({ name, date }) => (
          <Chip key={name} aria-pressed={date === sun.date} onClick={() => change({ date })}>
            {name}
          </Chip>
        ))}
      </div>
      <Slider
        label="时刻"
        min={Math.ceil(from / step) * step}
        max={Math.max(Math.ceil(from / step) * step, Math.floor(to / step) * step)}
        step={step}
        value={sun.minutes}
        said={clockWords(sun.minutes)}
        onChange={(minutes) => onChange({ ...sun, minutes })}
      />
      <p className="text-second text-12 tabular">
        日出 {clockWords(from)} · 日落 {clockWords(to)}
      </p>
    </>
  );
}
