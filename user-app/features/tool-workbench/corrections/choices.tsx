import { type FormEvent, useState } from 'react';
import { formatNumber } from '#shared/domain/format';
import { BareButton, Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Input } from '../../../ui/input';
import { textLimit } from '../../../ui/text-limit';
import styles from './choice-panel.css';
import { automaticFloor, type RoomRow } from './rows';
import type { LegendEntry, Target } from './use-corrections';

function areaText(target: Target | undefined): string {
  return target?.area === undefined ? '' : ` · ${formatNumber(target.area, target.area < 100 ? 1 : 0)} m²`;
}

interface ClassChoicesProps {
  /** The region that was pressed; undefined where none is known. */
  target: Target | undefined;
  legend: readonly LegendEntry[];
  onChoose: (name: string) => void;
}

/** Classes of a region: the rows of the legend. */
export function ClassChoices({ target, legend, onChoose }: ClassChoicesProps) {
  return (
    <>
      <p className={styles.panelTitle}>
        {target ? `现在是${target.name}` : '这一块是'}
        {areaText(target)}
      </p>
      <div className={`grid gap-4 overflow-y-auto ${styles.classes}`} role="group" aria-label="改为">
        {legend.map((row, index) => (
          <BareButton
            key={row.name}
            aria-pressed={row.name === target?.name}
            data-first={(target ? row.name === target.name : index === 0) || undefined}
            onClick={() => onChoose(row.name)}
          >
            <span className={`flex-none rounded-input ${styles.swatch}`} style={{ background: row.color }} />
            {row.name}
          </BareButton>
        ))}
      </div>
    </>
  );
}

interface RoomChoicesProps {
  target: Target;
  floors: readonly { value: string | number; label: string }[];
  onChoose: (row: RoomRow) => void;
}

const longestName = 12;

/** Name of a room, and the covering of its floor. */
export function RoomChoices({ target, floors, onChoose }: RoomChoicesProps) {
  const [name, setName] = useState(target.name);
  const [floor, setFloor] = useState(target.floor ?? automaticFloor);
  const given = name.trim();
  const tooLong = textLimit(given, longestName).fault;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given && !tooLong) onChoose({ name: given, floor });
  };
  return (
    <form onSubmit={submit}>
      <label className={styles.panelTitle} htmlFor="room-name">
        房间名{areaText(target)}
        <Input
          id="room-name"
          className={`mt-4 ${styles.name}`}
          value={name}
          aria-invalid={tooLong !== undefined}
          aria-describedby={tooLong ? 'room-name-fault' : undefined}
          data-first
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {tooLong && (
        <p id="room-name-fault" role="alert" className="text-danger text-13">
          {tooLong}
        </p>
      )}
      <div className="flex flex-wrap gap-4" role="group" aria-label="地面材质">
        {floors.map((option) => (
          <Chip key={option.value} aria-pressed={option.value === floor} onClick={() => setFloor(String(option.value))}>
            {option.label}
          </Chip>
        ))}
      </div>
      <Button
        look="primary"
        type="submit"
        className={`w-full mt-12 rounded-input cursor-pointer ${styles.submit}`}
        disabled={!given || tooLong !== undefined}
      >
        确定
      </Button>
    </form>
  );
}
