import type { PointerEvent } from 'react';
import { Slider } from '../../ui/slider';
import styles from './building.css';
import type { Size } from './units';

interface NorthDialProps {
  /** Degrees by which north is turned clockwise from the top of the plan. */
  north: number;
  size: Size;
  onChange: (north: number) => void;
}

/** Side of the plan's longer edge, of the dial's 120. */
const planSide = 44;

/** The plan with an arrow to the north: pressed or dragged, or set by the slider below. */
export function NorthDial({ north, size: [width, , depth], onChange }: NorthDialProps) {
  const longer = Math.max(width, depth, 1e-9);
  const [planWidth, planDepth] = [(width / longer) * planSide, (depth / longer) * planSide];
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    onChange(Math.round((Math.atan2(x, -y) * 180) / Math.PI));
  };
  return (
    <div className={`row gap-16 ${styles.dial}`}>
      <svg
        viewBox="-60 -60 120 120"
        width={108}
        height={108}
        aria-hidden="true"
        className="flex-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={follow}
      >
        <circle r={52} className={styles.dialRing} />
        <rect x={-planWidth / 2} y={-planDepth / 2} width={planWidth} height={planDepth} className={styles.front} />
        <g transform={`rotate(${north})`}>
          <path d="M0 30V-30" stroke="currentColor" />
          <path d="m0-46 7 16H-7Z" className={styles.needle} />
          <text y={-47} textAnchor="middle" className={styles.northLetter}>
            北
          </text>
        </g>
      </svg>
      <Slider
        label="偏转"
        min={-180}
        max={180}
        value={north}
        start={0}
        said={`${Math.round(north * 10) / 10}°`}
        tip="正北相对图纸上方顺时针转过的角度"
        onChange={onChange}
        className="flex-1"
      />
    </div>
  );
}
