import type { ReactNode } from 'react';
import { IconButton } from '../icon-button';
import { CompareIcon, EyeIcon, FitIcon, MinusIcon, PlusIcon, SideIcon, SingleIcon } from '../icons';
import styles from './picture-view.css';
import type { PictureMode } from './shown-picture';
import type { Zoom } from './use-zoom';

export interface ModeLook {
  label: string;
  icon: ReactNode;
}

export const pictureModeLooks: Record<PictureMode, ModeLook> = {
  compare: { label: '对比', icon: <CompareIcon /> },
  single: { label: '单图', icon: <SingleIcon /> },
  pair: { label: '并排', icon: <SideIcon /> },
};

interface ModeButtonsProps<M extends string> {
  mode: M;
  modes: readonly M[];
  looks: Record<M, ModeLook>;
  onMode: (mode: M) => void;
}

/** Buttons for the ways to view the picture; nothing when there is only one. */
export function ModeButtons<M extends string>({ mode, modes, looks, onMode }: ModeButtonsProps<M>) {
  if (modes.length < 2) return null;
  return (
    <>
      {modes.map((item) => (
        <IconButton key={item} aria-pressed={item === mode} label={looks[item].label} onClick={() => onMode(item)}>
          {looks[item].icon}
        </IconButton>
      ))}
    </>
  );
}

/** Shows what the picture is compared with for as long as it is pressed. */
export function HoldButton({ onHold }: { onHold: (isHolding: boolean) => void }) {
  const hold = (isHolding: boolean) => () => onHold(isHolding);
  return (
    <IconButton
      label="按住看原图"
      tip="按住看对比的那张"
      onPointerDown={hold(true)}
      onPointerUp={hold(false)}
      onPointerLeave={hold(false)}
      onPointerCancel={hold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter') && !event.ctrlKey && onHold(true)}
      onKeyUp={hold(false)}
      onBlur={hold(false)}
    >
      <EyeIcon />
    </IconButton>
  );
}

/** Smaller, larger, whole, and how large it is; nothing while there is nothing to zoom. */
export function ZoomButtons({ zoom }: { zoom: Zoom }) {
  if (zoom.percent === undefined) return null;
  return (
    <>
      <IconButton label="缩小" tip="缩小（-）" onClick={() => zoom.zoom(1 / 1.5)}>
        <MinusIcon />
      </IconButton>
      <output className={`text-second text-12 tabular text-center ${styles.percent}`} aria-label="缩放比例">
        {zoom.percent}%
      </output>
      <IconButton label="放大" tip="放大（+）" onClick={() => zoom.zoom(1.5)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="适应窗口" tip="适应窗口（0）" onClick={zoom.fit}>
        <FitIcon />
      </IconButton>
    </>
  );
}
