import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { BareButton } from '../../../ui/button';
import { CloseIcon } from '../icons';
import { ChoicePanel } from './choice-panel';
import { ClassChoices, RoomChoices } from './choices';
import styles from './corrections.css';
import type { Spot } from './findings';
import { nextTowards } from './next-towards';
import { RegionOverlay } from './region-overlay';
import type { Corrections } from './use-corrections';
import { type FoundPicture, findingAt } from './use-picture-map';

/** A point of the window, px. */
interface WindowPoint {
  x: number;
  y: number;
}

interface Asked {
  /** Index of the finding; undefined where there is none. */
  finding: number | undefined;
  spot: Spot;
  at: WindowPoint;
}

/** Distance from which on a press is a drag, px. */
const pressReach = 5;

interface CorrectionLayerProps {
  corrections: Corrections;
  found: FoundPicture;
}

/** Layer over a result: findings are pressed or reached by keys and corrected; corrections are shown as pins. */
export function CorrectionLayer({ corrections, found }: CorrectionLayerProps) {
  const { targets, pins, kind } = corrections;
  const { size } = found;
  const layer = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const [tabStop, setTabStop] = useState(0);
  const [asked, setAsked] = useState<Asked>();
  const isRooms = kind === 'rooms';

  const spotOf = (at: WindowPoint): Spot | undefined => {
    const box = layer.current?.getBoundingClientRect();
    if (!box || box.width === 0) return undefined;
    return { x: ((at.x - box.left) / box.width) * size.width, y: ((at.y - box.top) / box.height) * size.height };
  };
  const ask = (at: WindowPoint) => {
    const spot = spotOf(at);
    const finding = spot && findingAt(found, spot);
    if (!spot || (isRooms && finding === undefined)) return;
    setAsked({ finding, spot, at });
  };
  const press = usePress(ask);

  const markers = () => [...(layer.current?.querySelectorAll<HTMLButtonElement>('[data-marker]') ?? [])];
  const byKey = (event: KeyboardEvent, index: number) => {
    const next = nextTowards(targets, index, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setTabStop(next);
    markers()[next]?.focus();
  };
  const askByMarker = (marker: HTMLElement, finding: number) => {
    const target = targets[finding];
    const { left, top, width, height } = marker.getBoundingClientRect();
    if (target) setAsked({ finding, spot: target, at: { x: left + width / 2, y: top + height / 2 } });
  };
  const close = (isByKey: boolean) => {
    const back = asked?.finding;
    setAsked(undefined);
    if (isByKey && back !== undefined) markers()[back]?.focus();
  };

  const host = layer.current?.closest<HTMLElement>('section');
  const lit = asked ? asked.finding : (focused ?? hovered);
  return (
    <div
      ref={layer}
      className="absolute inset-0 cursor-pointer"
      role="group"
      aria-label={`${isRooms ? '房间' : '区域'}，方向键移动，回车修改`}
      onPointerDown={press}
      onPointerMove={(event) => {
        const spot = event.pointerType === 'mouse' ? spotOf({ x: event.clientX, y: event.clientY }) : undefined;
        setHovered(spot && findingAt(found, spot));
      }}
      onPointerLeave={() => setHovered(undefined)}
    >
      <RegionOverlay map={found.map} label={lit} />
      {targets.map((item, index) => (
        <BareButton
          key={`${item.x},${item.y}`}
          data-marker
          data-changed={item.isChanged || undefined}
          className={
            isRooms
              ? `truncate absolute rounded-chip text-ink cursor-pointer ${styles.room}`
              : `absolute p-0 border-0 rounded-chip bg-none pointer-events-none ${styles.marker}`
          }
          style={styleOf(item, size)}
          tabIndex={index === Math.min(tabStop, targets.length - 1) ? 0 : -1}
          aria-label={isRooms ? `房间 ${item.name}` : `区域 ${index + 1}，${item.name}`}
          aria-haspopup="dialog"
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setFocused(index)}
          onBlur={() => setFocused(undefined)}
          onKeyDown={(event) => byKey(event, index)}
          onClick={(event) => {
            setTabStop(index);
            askByMarker(event.currentTarget, index);
          }}
        >
          {isRooms && item.name}
        </BareButton>
      ))}
      <Pins pins={pins} size={size} isRooms={isRooms} />
      {asked && host && (
        <ChoicePanel host={host} at={asked.at} label={isRooms ? '修改房间' : '改类'} onClose={close}>
          <Choices corrections={corrections} asked={asked} onDone={() => close(true)} />
        </ChoicePanel>
      )}
    </div>
  );
}

function Pins({ pins, size, isRooms }: Pick<Corrections, 'pins'> & Pick<FoundPicture, 'size'> & { isRooms: boolean }) {
  return (
    <>
      {pins.map((pin) => (
        <span
          key={pin.key}
          className={`inline-flex absolute z-page items-center gap-8 rounded-chip bg-surface text-ink text-12 nowrap ${styles.pin}`}
          data-room={isRooms || undefined}
          style={styleOf(pin, size)}
        >
          {pin.color && (
            <span className={`flex-none rounded-input ${styles.swatch}`} style={{ background: pin.color }} />
          )}
          {!isRooms && pin.name}
          <BareButton aria-label={`撤销改为${pin.name}`} onClick={pin.remove}>
            <CloseIcon size={12} />
          </BareButton>
        </span>
      ))}
    </>
  );
}

interface ChoicesProps {
  corrections: Corrections;
  asked: Asked;
  onDone: () => void;
}

/** The classes of a region, or the uses and floors of a room. */
function Choices({ corrections, asked: { finding, spot }, onDone }: ChoicesProps) {
  const target = finding === undefined ? undefined : corrections.targets[finding];
  if (corrections.kind !== 'rooms')
    return (
      <ClassChoices
        target={target}
        legend={corrections.legend}
        onChoose={(name) => {
          if (name !== target?.name) corrections.chooseClass(spot, name);
          onDone();
        }}
      />
    );
  if (!target) return null;
  return (
    <RoomChoices
      key={finding}
      target={target}
      floors={corrections.floors}
      onChoose={(row) => {
        if (finding !== undefined) corrections.chooseRoom(finding, row);
        onDone();
      }}
    />
  );
}

function styleOf({ x, y }: Spot, { width, height }: { width: number; height: number }): CSSProperties {
  return { left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` };
}

/** Tells a press from a drag. Under zoom the stage captures the pointer, so its release is awaited on the window. */
function usePress(act: (at: WindowPoint) => void) {
  const from = useRef<WindowPoint>();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onRelease = (event: globalThis.PointerEvent) => {
      const start = from.current;
      from.current = undefined;
      if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > pressReach) return;
      latest.current({ x: event.clientX, y: event.clientY });
    };
    window.addEventListener('pointerup', onRelease);
    return () => window.removeEventListener('pointerup', onRelease);
  }, []);
  return (event: PointerEvent) => {
    if (event.button !== 0) return;
    if ((event.target as Element).closest('button')) event.stopPropagation();
    else from.current = { x: event.clientX, y: event.clientY };
  };
}
