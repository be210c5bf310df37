import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { arrowStep } from '@/canvas/arrow-keys';
import { middleOf, type Point, type Size, type View } from '@/canvas/geometry';
import { Viewport } from '@/canvas/viewport';
import { imageUrl } from '@/data/image';
import { BareButton } from '../../ui/button';
import styles from './controls.css';
import { pictureFit } from './engine/picture-view';
import { nearest, outlineOf, placed } from './engine/points';
import canvas from './mask-canvas.css';
import points from './points-editor.css';
import { StageCover } from './screen/stage-cover';

interface PointsEditorProps {
  imageId: string;
  size: Size;
  /** Number of points to set. */
  count: number;
  label: string;
  help: string | undefined;
  points: readonly Point[];
  stage: HTMLElement;
  onDone: (points: Point[]) => void;
}

/** Distance at which a handle is taken, px. */
const handleReach = 22;
/** Pixels of the screen an arrow key moves; with Shift it is one pixel of the picture. */
const keyStep = 10;

/** Points are set by pressing, moved by their handles or the keys. */
export default function PointsEditor(props: PointsEditorProps) {
  const { imageId, size, count, label, help, stage, onDone } = props;
  const [placedPoints, setPlacedPoints] = useState<readonly Point[]>(props.points);
  /** Points that were cleared last. */
  const [cleared, setCleared] = useState<readonly Point[]>();
  const [cursor, setCursor] = useState<Point>();
  const dragged = useRef<number>();
  const box = useRef<HTMLDivElement>(null);
  const { viewport, view } = useFittedView(size, box);

  const pictureAt = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return viewport.toSheet({ x: event.clientX - left, y: event.clientY - top });
  };
  const put = (index: number, at: Point) => setPlacedPoints(placedPoints.with(index, placed(at, size)));
  const add = (at: Point) => {
    if (placedPoints.length < count) setPlacedPoints([...placedPoints, placed(at, size)]);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = pictureAt(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(undefined);
    const taken = nearest(placedPoints, at, handleReach / view.scale);
    dragged.current = taken ?? (placedPoints.length < count ? placedPoints.length : undefined);
    if (taken === undefined) add(at);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged.current !== undefined) put(dragged.current, pictureAt(event));
  };
  const release = () => {
    dragged.current = undefined;
  };

  const stepOf = ({ key, shiftKey }: KeyboardEvent) => arrowStep(key, shiftKey ? 1 : keyStep / view.scale);
  const byKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const step = stepOf(event);
    const from = cursor ?? middleOf(size);
    if (step) setCursor(placed({ x: from.x + step.x, y: from.y + step.y }, size));
    else if (event.key === 'Enter' && placedPoints.length === count) onDone([...placedPoints]);
    else if (event.key === 'Enter') add(from);
    else if (event.key === 'Backspace' || event.key === 'Delete') setPlacedPoints(placedPoints.slice(0, -1));
    else return;
    event.preventDefault();
  };
  const screen = (point: Point) => viewport.toScreen(point);
  return (
    <StageCover
      stage={stage}
      label={`${label}编辑器`}
      onKey={(event) => event.key === 'Escape' && onDone([...placedPoints])}
    >
      <Options
        label={label}
        points={placedPoints}
        cleared={cleared}
        onPoints={setPlacedPoints}
        onClear={() => {
          setCleared(placedPoints);
          setPlacedPoints([]);
        }}
        onDone={() => onDone([...placedPoints])}
      />
      <div
        ref={box}
        className={canvas.viewport}
        role="application"
        aria-label="画面，方向键移动光标，回车取点"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: points are set by keys
        tabIndex={0}
        data-first
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={byKey}
      >
        <Picture imageId={imageId} size={size} view={view} />
        <Marks points={placedPoints} count={count} cursor={cursor} toScreen={screen} />
        <Handles
          points={placedPoints}
          keyStep={stepOf}
          toScreen={screen}
          onMove={put}
          onRemove={(index) => setPlacedPoints(placedPoints.toSpliced(index, 1))}
        />
      </div>
      <Hint points={placedPoints} count={count} help={help} cursor={cursor} />
    </StageCover>
  );
}

/** The picture fitted into the box, again whenever the box changes its size. */
function useFittedView(size: Size, box: RefObject<HTMLElement>) {
  const viewport = useMemo(() => new Viewport(size, pictureFit), [size]);
  const [view, setView] = useState(viewport.view);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      viewport.resize({ width: element.clientWidth, height: element.clientHeight });
      setView(viewport.view);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, viewport]);
  return { viewport, view };
}

interface OptionsProps {
  label: string;
  points: readonly Point[];
  cleared: readonly Point[] | undefined;
  onPoints: (points: readonly Point[]) => void;
  onClear: () => void;
  onDone: () => void;
}

function Options({ label, points, cleared, onPoints, onClear, onDone }: OptionsProps) {
  const isEmpty = points.length === 0;
  return (
    <div className={styles.options} role="toolbar" aria-label="选项">
      <span className={styles.title}>{label}</span>
      <span className="flex-1" />
      <BareButton className={styles.word} disabled={isEmpty} onClick={() => onPoints(points.slice(0, -1))}>
        退一点
      </BareButton>
      {isEmpty && cleared ? (
        <BareButton className={styles.word} onClick={() => onPoints(cleared)}>
          撤销清空
        </BareButton>
      ) : (
        <BareButton className={styles.word} disabled={isEmpty} onClick={onClear}>
          清空
        </BareButton>
      )}
      <BareButton className={styles.done} onClick={onDone}>
        完成
      </BareButton>
    </div>
  );
}

function Picture({ imageId, size, view }: Pick<PointsEditorProps, 'imageId' | 'size'> & { view: View }) {
  return (
    <img
      className={canvas.picture}
      src={imageUrl(imageId, 2048)}
      alt="要取点的图片"
      draggable={false}
      width={size.width}
      height={size.height}
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
    />
  );
}

interface HandlesProps {
  points: readonly Point[];
  /** Step that an arrow key means, px of the picture; undefined for other keys. */
  keyStep: (event: KeyboardEvent) => Point | undefined;
  toScreen: (point: Point) => Point;
  onMove: (index: number, to: Point) => void;
  onRemove: (index: number) => void;
}

function Handles({ points: placedPoints, keyStep, toScreen, onMove, onRemove }: HandlesProps) {
  const byKey = (event: KeyboardEvent, index: number) => {
    const step = keyStep(event);
    const point = placedPoints[index];
    if (step && point) onMove(index, { x: point.x + step.x, y: point.y + step.y });
    else if (event.key === 'Backspace' || event.key === 'Delete') onRemove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {placedPoints.map((point, index) => {
        const { x, y } = toScreen(point);
        return (
          <BareButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
            key={index}
            className={`grid absolute place-items-center p-0 rounded-chip bg-surface text-ink text-12 font-semibold ${points.handle}`}
            style={{ left: x, top: y }}
            aria-label={`第 ${index + 1} 点，${point.x}，${point.y}，方向键移动`}
            onKeyDown={(event) => byKey(event, index)}
          >
            {index + 1}
          </BareButton>
        );
      })}
    </>
  );
}

interface MarksProps {
  points: readonly Point[];
  count: number;
  cursor: Point | undefined;
  toScreen: (point: Point) => Point;
}

function Marks({ points: placedPoints, count, cursor, toScreen }: MarksProps) {
  const outline = outlineOf(placedPoints, count)
    .map(toScreen)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
  const cross = cursor && toScreen(cursor);
  return (
    <svg className={canvas.marks} aria-hidden="true">
      {placedPoints.length > 1 && <polygon className={points.outline} points={outline} />}
      {cross && (
        <g className={canvas.cross} transform={`translate(${cross.x} ${cross.y})`}>
          <path d="M-14 0h9M5 0h9M0-14v9M0 5v9" />
        </g>
      )}
    </svg>
  );
}

function Hint({
  points,
  count,
  help,
  cursor,
}: Pick<MarksProps, 'points' | 'count' | 'cursor'> & Pick<PointsEditorProps, 'help'>) {
  const left = count - points.length;
  return (
    <div className={styles.hint}>
      <p>{left > 0 ? `${help ?? '在图上依次取点'}，还差 ${left} 个` : '拖动点可以调整，回车完成'}</p>
      <p className={styles.coverage}>{points.map(({ x, y }) => `${x},${y}`).join(' · ')}</p>
      <span className="visually-hidden" aria-live="polite">
        {cursor ? `光标 ${cursor.x}，${cursor.y}` : `已取 ${points.length} 点`}
      </span>
    </div>
  );
}
