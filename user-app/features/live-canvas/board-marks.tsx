import { boxOf } from '@/canvas/geometry';
import { useSnapshot } from '@/ui/use-snapshot';
import styles from './board.css';
import type { ShapeMark } from './engine/marks';
import type { DrawingTable } from './use-drawing-table';
import { useHeldPicture } from './use-held-picture';

/** Marks of the tool in hand: the shape being drawn, corners, the picture that can be moved, the crosshair. */
export function BoardMarks({ table }: { table: DrawingTable }) {
  const { view, preview, corners, pointer, held, cursor, isPenDown, colour } = useSnapshot(table.board);
  const picture = useHeldPicture(table, held?.pictureId);
  const thin = 1.5 / view.scale;
  const [first] = corners;
  const path = [...corners, ...(pointer ? [pointer] : [])].map(({ x, y }) => `${x},${y}`).join(' ');
  const box = held?.box;
  return (
    <svg className="absolute inset-0 w-full h-full pointer-events-none" aria-hidden="true">
      <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        {preview && <Preview mark={preview} />}
        {first && (
          <>
            <polygon points={path} fill={colour} fillOpacity={0.5} />
            <polyline points={path} className={styles.guide} strokeWidth={thin} />
            {corners.map(({ x, y }, index) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: corners have nothing but their place
                key={index}
                className={styles.corner}
                cx={x}
                cy={y}
                r={thin * 3}
                strokeWidth={thin}
              />
            ))}
          </>
        )}
        {box && (
          <>
            {picture && <image href={picture} {...box} preserveAspectRatio="none" />}
            <rect {...box} className={styles.frame} strokeWidth={thin} />
            {[box.x, box.x + box.width].flatMap((x) =>
              [box.y, box.y + box.height].map((y) => (
                <circle key={`${x}/${y}`} className={styles.corner} cx={x} cy={y} r={thin * 4} strokeWidth={thin} />
              )),
            )}
          </>
        )}
        {cursor && (
          <g className={styles.cross} strokeWidth={thin}>
            <path
              d={crossAt(cursor.x, cursor.y, 12 / view.scale)}
              className={styles.crossBack}
              strokeWidth={thin * 3}
            />
            <path d={crossAt(cursor.x, cursor.y, 12 / view.scale)} />
            {isPenDown && <circle cx={cursor.x} cy={cursor.y} r={5 / view.scale} />}
          </g>
        )}
      </g>
    </svg>
  );
}

const crossAt = (x: number, y: number, arm: number) => `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`;

function Preview({ mark }: { mark: ShapeMark }) {
  const { kind, colour, width, isFilled, from, to } = mark;
  const ink = isFilled && kind !== 'line' ? { fill: colour } : { fill: 'none', stroke: colour, strokeWidth: width };
  if (kind === 'line') return <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} {...ink} strokeLinecap="round" />;
  const box = boxOf(from, to);
  if (kind === 'rectangle') return <rect {...box} {...ink} />;
  const [rx, ry] = [box.width / 2, box.height / 2];
  return <ellipse cx={box.x + rx} cy={box.y + ry} rx={rx} ry={ry} {...ink} />;
}
