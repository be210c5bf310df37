import { type ReactNode, useId, useState } from 'react';
import type { BuildingFacts } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import { Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { IconButton } from '../../../ui/icon-button';
import { CloseIcon } from '../../../ui/icons';
import { inputLook } from '../../../ui/input';
import { Slider } from '../../../ui/slider';
import { Switch } from '../../../ui/switch';
import { lengthWords } from '../units';
import type { Section } from './building-scene';
import { kindWords } from './kind-words';
import type { LoadedBuilding } from './load-building';
import { cameraInRoom } from './room-camera';
import { addSavedView, readSavedViews, removeSavedView } from './saved-views';
import type { Shown } from './shown-parts';
import styles from './viewer.css';

interface ViewerPanelProps {
  modelId: string;
  facts: BuildingFacts;
  building: LoadedBuilding;
  camera: BuildingCamera;
  shown: Shown;
  section: Section | undefined;
  setShown: (shown: Shown) => void;
  setSection: (section: Section | undefined) => void;
  onView: (camera: BuildingCamera) => void;
}

/** Storeys, classes, section, rooms and views that were kept, one of them open at a time. */
export function ViewerPanel(props: ViewerPanelProps) {
  const { facts, building } = props;
  const id = useId();
  const [open, setOpen] = useState<string>();
  const tabs: Array<readonly [name: string, isThere: boolean, content: () => ReactNode]> = [
    ['楼层', facts.storeys.length > 1, () => <Storeys {...props} />],
    ['构件', building.kinds.length > 1, () => <Kinds {...props} />],
    ['剖切', true, () => <Cuts {...props} />],
    ['房间', facts.rooms.some(({ box }) => box), () => <Rooms {...props} />],
    ['存下的视角', true, () => <SavedViews {...props} />],
  ];
  const chosen = tabs.find(([name]) => name === open);
  return (
    <section aria-label="看模型" className="grid gap-8">
      <div className={styles.tabs}>
        {tabs.map(
          ([name, isThere]) =>
            isThere && (
              <Chip
                key={name}
                aria-expanded={name === open}
                aria-controls={id}
                onClick={() => setOpen(name === open ? undefined : name)}
              >
                {name}
              </Chip>
            ),
        )}
      </div>
      <div id={id} className={chosen ? styles.panel : undefined}>
        {chosen?.[2]()}
      </div>
    </section>
  );
}

function Storeys({ facts, shown, setShown }: ViewerPanelProps) {
  const choose = (storey: number | undefined) => setShown({ ...shown, only: undefined, storey });
  return (
    <div className={styles.kinds} role="group" aria-label="只看一层">
      <Chip aria-pressed={shown.storey === undefined} onClick={() => choose(undefined)}>
        全部楼层
      </Chip>
      {facts.storeys.map(({ name, elevation }, storey) => (
        <Chip
          key={`${name} ${elevation}`}
          aria-pressed={shown.storey === storey}
          onClick={() => choose(shown.storey === storey ? undefined : storey)}
        >
          {name || lengthWords(elevation)}
        </Chip>
      ))}
    </div>
  );
}

/** Classes by their words, several of which may have one. */
function groupsOf({ kinds, parts }: LoadedBuilding): Array<{ words: string; kinds: number[]; count: number }> {
  const groups = new Map<string, { words: string; kinds: number[]; count: number }>();
  kinds.forEach((kind, index) => {
    const words = kindWords(kind);
    const group = groups.get(words) ?? { words, kinds: [], count: 0 };
    group.kinds.push(index);
    group.count += parts.filter(([, own]) => own === index).length;
    groups.set(words, group);
  });
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

function Kinds({ building, shown, setShown }: ViewerPanelProps) {
  const isHidden = (kinds: readonly number[]) => kinds.every((kind) => shown.hiddenKinds.includes(kind));
  const toggle = (kinds: readonly number[]) => {
    const others = shown.hiddenKinds.filter((kind) => !kinds.includes(kind));
    setShown({ ...shown, only: undefined, hiddenKinds: isHidden(kinds) ? others : [...others, ...kinds] });
  };
  return (
    <div className={styles.kinds} role="group" aria-label="显示哪些构件">
      {groupsOf(building).map(({ words, kinds, count }) => (
        <Chip key={words} aria-pressed={!isHidden(kinds)} count={count} onClick={() => toggle(kinds)}>
          {words}
        </Chip>
      ))}
    </div>
  );
}

const cutSides = [
  ['左', '右', 0],
  ['下', '上', 1],
  ['后', '前', 2],
] as const;
const cutStep = 0.05;

function Cuts({ building: { box }, section, setSection }: ViewerPanelProps) {
  const labelId = useId();
  const whole: Section = { min: [box.min.x, box.min.y, box.min.z], max: [box.max.x, box.max.y, box.max.z] };
  const change = (side: 'min' | 'max', axis: number, value: number) => {
    if (!section) return;
    const moved = section[side].map((former, i) => (i === axis ? value : former)) as [number, number, number];
    setSection({ ...section, [side]: moved });
  };
  return (
    <>
      <div className="row justify-between gap-12">
        <span id={labelId}>剖切盒：只看盒子里的部分</span>
        <Switch
          labelId={labelId}
          isOn={section !== undefined}
          onChange={(isOn) => setSection(isOn ? whole : undefined)}
        />
      </div>
      {section && (
        <div className={styles.cuts}>
          {cutSides.flatMap(([low, high, axis]) =>
            (['min', 'max'] as const).map((side) => (
              <Slider
                key={`${side} ${axis}`}
                label={`${side === 'min' ? low : high}边`}
                min={whole.min[axis]}
                max={whole.max[axis]}
                step={cutStep}
                value={section[side][axis]}
                start={whole[side][axis]}
                said={lengthWords(section[side][axis])}
                onChange={(value) =>
                  change(
                    side,
                    axis,
                    side === 'min' ? Math.min(value, section.max[axis]) : Math.max(value, section.min[axis]),
                  )
                }
              />
            )),
          )}
        </div>
      )}
    </>
  );
}

const areas = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });

function Rooms({ facts, onView }: ViewerPanelProps) {
  const id = useId();
  return (
    <div className="row gap-12">
      <label htmlFor={id}>走进房间</label>
      <select
        id={id}
        className={inputLook}
        value=""
        onChange={(event) => {
          const room = facts.rooms[Number(event.target.value)];
          if (room?.box) onView(cameraInRoom(room.box));
        }}
      >
        <option value="" disabled>
          选一个房间
        </option>
        {facts.rooms.map(
          ({ name, area, storey, box }, index) =>
            box && (
              // biome-ignore lint/suspicious/noArrayIndexKey: rooms of a model have no other identity, and never change
              <option key={index} value={index}>
                {[
                  name || `房间 ${index + 1}`,
                  storey === undefined ? undefined : facts.storeys[storey]?.name,
                  area === undefined ? undefined : `${areas.format(area)} m²`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </option>
            ),
        )}
      </select>
    </div>
  );
}

function SavedViews({ modelId, camera, onView }: ViewerPanelProps) {
  const [views, setViews] = useState(() => readSavedViews(modelId));
  return (
    <>
      <div>
        <Button size="small" onClick={() => setViews(addSavedView(modelId, camera))}>
          存下现在的视角
        </Button>
      </div>
      {views.length === 0 ? (
        <p className="text-second text-13">存下的视角留在这台设备上，随时可以回来。</p>
      ) : (
        <ul className={styles.tabs} aria-label="存下的视角">
          {views.map((view) => (
            <li key={view.name} className={styles.saved}>
              <Chip onClick={() => onView(view.camera)}>{view.name}</Chip>
              <IconButton
                size="small"
                label={`删除：${view.name}`}
                onClick={() => setViews(removeSavedView(modelId, view.name))}
              >
                <CloseIcon size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
