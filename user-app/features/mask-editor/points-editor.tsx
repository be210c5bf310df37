import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { arrowStep } from '@/canvas/arrow-keys';
import { middleOf, type Point, type Size } from '@/canvas/geometry';
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
  /** How many points there are. */
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
  const viewport = useMemo(() => new Viewport(size, pictureFit), [size]);
  const [view, setView] = useState(viewport.view);
  const [placedPoints, setPlacedPoints] = useState<readonly Point[]>(props.points);
  /** What was cleared away last. */
  const [cleared, setCleared] = useState<readonly Point[]>();
  const [cursor, setCursor] = useState<Point>();
  const dragged = useRef<number>();
  const box = useRef<HTMLDivElement>(null);

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
  }, [viewport]);

  const pictureAt = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return viewport.toSheet({ x: event.clientX - left, y: event.clientY - top });
  };
  const put = (index: number, at: Point) => setPlacedPoints(placedPoints.with(index, placed(at, size)));
  const clear = () => {
    setCleared(placedPoints);
    setPlacedPoints([]);
  };
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
  const handleByKey = (event: KeyboardEvent, index: number) => {
    const step = stepOf(event);
    const point = placedPoints[index];
    if (step && point) put(index, { x: point.x + step.x, y: point.y + step.y });
    else if (event.key === 'Backspace' || event.key === 'Delete') setPlacedPoints(placedPoints.toSpliced(index, 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const screen = (point: Point) => viewport.toScreen(point);
  const outline = outlineOf(placedPoints, count)
    .map(screen)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
  const cross = cursor && screen(cursor);
  const left = count - placedPoints.length;
  return (
    <StageCover
      stage={stage}
      label={`${label}编辑器`}
      onKey={(event) => event.key === 'Escape' && onDone([...placedPoints])}
    >
      <div className={styles.options} role="toolbar" aria-label="选项">
        <span className={styles.title}>{label}</span>
        <span className={styles.spring} />
        <BareButton
          className={styles.word}
          disabled={placedPoints.length === 0}
          onClick={() => setPlacedPoints(placedPoints.slice(0, -1))}
        >
          退一点
        </BareButton>
        {placedPoints.length === 0 && cleared ? (
          <BareButton className={styles.word} onClick={() => setPlacedPoints(cleared)}>
            撤销清空
          </BareButton>
        ) : (
          <BareButton className={styles.word} disabled={placedPoints.length === 0} onClick={clear}>
            清空
          </BareButton>
        )}
        <BareButton className={styles.done} onClick={() => onDone([...placedPoints])}>
          完成
        </BareButton>
      </div>
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
        <img
          className={canvas.picture}
          src={imageUrl(imageId, 2048)}
          alt="要取点的图片"
          draggable={false}
          width={size.width}
          height={size.height}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
        <svg className={canvas.marks} aria-hidden="true">
          {placedPoints.length > 1 && <polygon className={points.outline} points={outline} />}
          {cross && (
            <g className={canvas.cross} transform={`translate(${cross.x} ${cross.y})`}>
              <path d="M-14 0h9M5 0h9M0-14v9M0 5v9" />
            </g>
          )}
        </svg>
        {placedPoints.map((point, index) => {
          const { x, y } = screen(point);
          return (
            <BareButton
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
              key={index}
              className={points.handle}
              style={{ left: x, top: y }}
              aria-label={`第 ${index + 1} 点，${point.x}，${point.y}，方向键移动`}
              onKeyDown={(event) => handleByKey(event, index)}
            >
              {index + 1}
            </BareButton>
          );
        })}
      </div>
      <div className={styles.hint}>
        <p>{left > 0 ? `${help ?? '在图上依次取点'}，还差 ${left} 个` : '拖动点可以调整，回车完成'}</p>
        <p className={styles.coverage}>{placedPoints.map(({ x, y }) => `${x},${y}`).join(' · ')}</p>
        <span className="visually-hidden" aria-live="polite">
          {cursor ? `光标 ${cursor.x}，${cursor.y}` : `已取 ${placedPoints.length} 点`}
        </span>
      </div>
    </StageCover>
  );
}
