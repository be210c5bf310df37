import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import styles from './compare-slider.css';
import { ComparedImage } from './compare-slider-picture';
import { SplitIcon } from './icons';

export interface ComparedPicture {
  src: string;
  /** Short word in the corner, e.g. 原图. */
  label: string;
  alt: string;
  /** A small version, shown until the picture itself is here. */
  preview?: string;
}

export interface CompareSliderProps {
  before: ComparedPicture;
  after: ComparedPicture;
  /** Place of the line, percent from the left; left to the component when absent. */
  position?: number;
  onPositionChange?: (position: number) => void;
  /** True when a press anywhere on the pictures moves the line, not only on its handle. */
  isDraggableAnywhere?: boolean;
  /** Name of the slider. */
  label?: string;
}

const smallStep = 2;
const largeStep = 10;

const within = (position: number) => Math.min(100, Math.max(0, position));

/**
 * Two pictures over each other with a line to draw across. It fills its parent; pictures of different sizes are fitted
 * into the same box. Arrow keys move the line by 2, with Shift or Page keys by 10, Home and End to the edges.
 */
export function CompareSlider(props: CompareSliderProps) {
  const { before, after, onPositionChange, isDraggableAnywhere = true, label = '对比位置' } = props;
  const [own, setOwn] = useState(50);
  const position = within(props.position ?? own);
  const box = useRef<HTMLDivElement>(null);
  const isDragging = useRef(false);

  const moveTo = (next: number) => {
    setOwn(within(next));
    onPositionChange?.(within(next));
  };

  const moveToPointer = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (area && area.width > 0) moveTo(((event.clientX - area.left) / area.width) * 100);
  };

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    const isOnHandle = (event.target as Element).closest('[role="slider"]') !== null;
    // A second finger pinches what the slider lies in.
    if (!event.isPrimary) isDragging.current = false;
    if (!event.isPrimary || event.button !== 0 || (!isDraggableAnywhere && !isOnHandle)) return;
    if (!isDraggableAnywhere) event.stopPropagation();
    isDragging.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    moveToPointer(event);
  };

  const byKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? largeStep : smallStep;
    const places: Record<string, number> = {
      ArrowLeft: position - step,
      ArrowDown: position - step,
      ArrowRight: position + step,
      ArrowUp: position + step,
      PageDown: position - largeStep,
      PageUp: position + largeStep,
      Home: 0,
      End: 100,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(next);
  };

  const percent = Math.round(position);
  return (
    <div
      ref={box}
      className={`relative w-full h-full overflow-hidden select-none ${styles.box}`}
      data-anywhere={isDraggableAnywhere || undefined}
      onPointerDown={grab}
      onPointerMove={(event) => isDragging.current && moveToPointer(event)}
      onPointerUp={() => {
        isDragging.current = false;
      }}
      onPointerCancel={() => {
        isDragging.current = false;
      }}
    >
      <ComparedImage className={styles.picture} src={after.src} alt={after.alt} preview={after.preview} />
      <ComparedImage
        className={styles.picture}
        src={before.src}
        alt={before.alt}
        preview={before.preview}
        style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}
      />
      <Side className={styles.before} label={before.label} isFaded={position < 12} />
      <Side className={styles.after} label={after.label} isFaded={position > 88} />
      <div
        className={`absolute top-0 ${styles.line}`}
        style={{ left: `${position}%` }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`左侧 ${percent}% 显示${before.label}，右侧 ${100 - percent}% 显示${after.label}`}
        onKeyDown={byKey}
      >
        <span
          className={`grid absolute place-items-center rounded-chip bg-surface shadow-float text-ink ${styles.knob}`}
        >
          <SplitIcon />
        </span>
      </div>
    </div>
  );
}

/** Says which picture lies on a side; fades where the line comes near. */
function Side({ className, label, isFaded }: { className: string | undefined; label: string; isFaded: boolean }) {
  return (
    <span
      className={`absolute rounded-chip text-paper text-12 leading-20 pointer-events-none ${className}`}
      data-faded={isFaded || undefined}
      aria-hidden="true"
    >
      {label}
    </span>
  );
}
