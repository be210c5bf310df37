import { useLayoutEffect, useRef, useState } from 'react';
import styles from './building.css';
import { lengthWords, type Size } from './units';

interface SizeDrawingProps {
  size: Size;
  /** Floors, metres above the ground of the model. */
  storeys: readonly { elevation: number }[];
}

/** Pixels; the drawing is as wide as its place, so that its words keep their size. */
const heightOf = (width: number) => Math.round(Math.min(380, Math.max(240, width * 0.62)));
const margin = { left: 44, right: 76, top: 36, bottom: 44 };
const personHeight = 1.7;
/** Room for the person with its words, px. */
const leastPersonWide = 72;
/** Below it a figure needs an arrow to be found, px. */
const smallestFigure = 14;
const dark = 'currentColor';

/** Outline of a standing person in a box of 0.6 × 1.7 whose lower middle is at 0, metres with y downwards. */
const figure =
  'M0-1.7a.12.12 0 0 1 0 .24a.12.12 0 0 1 0-.24ZM-.06-1.42h.12q.14 0 .16.14l.06.5-.08.02-.07-.38-.03.34.06.8h-.11l-.05-.66-.05.66h-.11l.06-.8-.03-.34-.07.38-.08-.02.06-.5q.02-.14.16-.14Z';

/** The model as a box at its true scale, with its sizes and a person of 1.7 m before it. */
export function SizeDrawing({ size, storeys }: SizeDrawingProps) {
  const place = useRef<SVGSVGElement>(null);
  const [placeWidth, setPlaceWidth] = useState(600);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setPlaceWidth(Math.max(280, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const paper = { width: placeWidth, height: heightOf(placeWidth) };
  const [width, height, depth] = size;
  // Depth runs back at 30 degrees at half its length.
  const back = { x: depth * 0.433, y: depth * 0.25 };
  const gap = Math.max(0.7, 0.04 * width);
  const personWide = 0.8 + gap;
  const free = paper.width - margin.left - margin.right;
  const high = Math.max(height + back.y, personHeight);
  const scale = Math.min(
    free / (personWide + width + back.x),
    (free - leastPersonWide) / (width + back.x),
    (paper.height - margin.top - margin.bottom) / high,
  );
  const personSpace = Math.max(leastPersonWide, personWide * scale);
  const ground = paper.height - margin.bottom;
  const left = margin.left + (free - personSpace - (width + back.x) * scale) / 2 + personSpace;
  const [right, roof] = [left + width * scale, ground - height * scale];
  const [deep, rise] = [back.x * scale, back.y * scale];
  const person = { x: left - Math.max(leastPersonWide / 2, (gap + 0.4) * scale), height: personHeight * scale };
  const floors = storeys.map(({ elevation }) => elevation).filter((level) => level > 0.01 && level < height);
  const label = `宽 ${lengthWords(width)}、深 ${lengthWords(depth)}、高 ${lengthWords(height)}的模型，前面站着 1.7 m 高的人`;
  return (
    <svg
      ref={place}
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      height={paper.height}
      role="img"
      aria-label={label}
      className={styles.drawing}
    >
      <path d={`M16 ${ground}H${paper.width - 16}`} stroke={dark} strokeOpacity={0.35} />
      <g stroke={dark} strokeWidth={1.25} strokeLinejoin="round">
        <path d={`M${left} ${ground}V${roof}H${right}V${ground}Z`} className={styles.front} />
        <path d={`M${left} ${roof}l${deep} ${-rise}H${right + deep}L${right} ${roof}Z`} className={styles.roof} />
        <path d={`M${right} ${ground}V${roof}l${deep} ${-rise}V${ground - rise}Z`} className={styles.flank} />
      </g>
      <g stroke={dark} strokeOpacity={0.3}>
        {floors.map((level) => (
          <path key={level} d={`M${left} ${ground - level * scale}H${right}`} />
        ))}
      </g>
      <path
        d={figure}
        transform={`translate(${person.x} ${ground}) scale(${scale})`}
        className={styles.person}
        stroke="none"
      />
      {person.height < smallestFigure && (
        <g className={styles.personMark}>
          <path d={`M${person.x} ${ground - person.height - 26}v20m-4 -6 4 6 4-6`} fill="none" strokeWidth={1.5} />
        </g>
      )}
      <g className={styles.measures}>
        <text x={person.x} y={ground - person.height - (person.height < smallestFigure ? 32 : 8)} textAnchor="middle">
          人 1.7 m
        </text>
        <text x={(left + right) / 2} y={ground + 22} textAnchor="middle">
          宽 {lengthWords(width)}
        </text>
        <text x={right + deep / 2 + 12} y={ground - rise / 2 + 18}>
          深 {lengthWords(depth)}
        </text>
        <text x={right + deep + 8} y={Math.max(margin.top, roof - rise + (ground - roof) / 2)}>
          高 {lengthWords(height)}
        </text>
      </g>
    </svg>
  );
}
