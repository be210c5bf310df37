import { type CSSProperties, type PointerEvent, useEffect, useId, useRef } from 'react';
import { classNames } from '../lib/class-names';
import { whenQuiet } from '../lib/when-quiet';
import styles from './before-after.css';
import { sweep } from './before-after-sweep';

export interface BeforeAfterPicture {
  src: string;
  srcSet?: string;
  sizes?: string;
  /** Description of the picture, for screen readers. */
  alt: string;
  mainColor: string;
}

export interface BeforeAfterProps {
  before: BeforeAfterPicture;
  after: BeforeAfterPicture;
  /** Width by height of the box. */
  ratio: number;
  /** Moves the line once when the page has come to rest. */
  playsOnce?: boolean;
  onPlay?: () => void;
  /** Gives the line a keyboard handle and the two corner labels. */
  isMain?: boolean;
  isEager?: boolean;
  className?: string | undefined;
}

const restingSplit = 50;
/** From the end of loading to the sweep, ms. */
const restMs = 1_500;

/** Two pictures of one view; the line between them follows the pointer, and arrow keys where it is the main one. */
export function BeforeAfter(props: BeforeAfterProps) {
  const { before, after, ratio, playsOnce = false, onPlay, isMain = false, isEager = false, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const range = useRef<HTMLInputElement>(null);
  const endSweep = useRef<() => void>();
  const id = useId();

  const place = (percent: number) => {
    box.current?.style.setProperty('--split', `${percent}%`);
    if (range.current) range.current.value = String(Math.round(percent));
  };

  const stop = () => endSweep.current?.();

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    stop();
    place(Math.min(100, Math.max(0, ((event.clientX - bounds.left) / bounds.width) * 100)));
  };

  const play = () => {
    if (endSweep.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    endSweep.current = whenQuiet(() => {
      if (document.hidden || !box.current) return;
      endSweep.current = sweep(box.current);
      onPlay?.();
    }, restMs);
  };

  useEffect(() => () => endSweep.current?.(), []);

  const imageOf = ({ src, srcSet, sizes }: BeforeAfterPicture) =>
    ({ src, srcSet, sizes, loading: isEager ? 'eager' : 'lazy', decoding: 'async', draggable: false }) as const;
  return (
    <div
      ref={box}
      className={classNames(
        'relative w-full overflow-hidden select-none',
        styles.box,
        isMain && styles.main,
        className,
      )}
      style={{ '--ratio': ratio, backgroundColor: after.mainColor } as CSSProperties}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={isMain ? undefined : () => place(restingSplit)}
    >
      <img
        key={after.src}
        {...imageOf(after)}
        alt={after.alt}
        {...(isEager ? { fetchPriority: 'high' as const } : {})}
        onLoad={playsOnce ? play : undefined}
      />
      <div className={`inset-0 pointer-events-none ${styles.pane}`} data-moves="pane">
        <img key={before.src} {...imageOf(before)} alt={before.alt} data-moves="picture" />
      </div>
      <span className={`top-0 pointer-events-none ${styles.line}`} data-moves="line" aria-hidden="true" />
      {isMain && (
        <>
          <span className={classNames(styles.label, styles.left)} aria-hidden="true">
            底图
          </span>
          <span className={classNames(styles.label, styles.right)} aria-hidden="true">
            结果
          </span>
          <label htmlFor={id} className="visually-hidden">
            对比位置，左侧为底图
          </label>
          <input
            ref={range}
            id={id}
            className={`w-full m-0 pointer-events-none ${styles.range}`}
            type="range"
            min={0}
            max={100}
            step={2}
            defaultValue={restingSplit}
            onChange={(event) => {
              stop();
              place(Number(event.target.value));
            }}
          />
        </>
      )}
    </div>
  );
}
