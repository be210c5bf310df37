import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { axisTicks, indexAfterKey, labelledIndices, runsOfValues } from './plot-scale.ts';

interface Series {
  title: string;
  /** One per day; null where nothing is known. */
  values: ReadonlyArray<number | null>;
}

interface Props {
  title: string;
  kind: 'line' | 'column';
  days: readonly string[];
  series: readonly Series[];
  unit: string;
}

const height = 190;
const top = 8;
const bottom = height - 24;
const labelApart = 48;
const widestBar = 20;

const numbers = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const format = (value: number | null | undefined, unit: string) =>
  value == null ? '—' : `${numbers.format(value)}${unit && ` ${unit}`}`;

/** Width of an element in CSS pixels, followed as it changes; 0 before it is laid out. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

/** Positions in a plot, in pixels. */
function layOut(width: number, count: number, ticks: readonly number[]) {
  const labels = ticks.map((tick) => numbers.format(tick));
  const left = Math.max(...labels.map(({ length }) => length)) * 7 + 8;
  const band = Math.max(0, width - left) / Math.max(1, count);
  const [low = 0] = ticks;
  const high = ticks.at(-1) ?? 1;
  return {
    left,
    band,
    /** Middle of a day. */
    x: (dayIndex: number) => left + band * (dayIndex + 0.5),
    y: (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top),
  };
}
type Layout = ReturnType<typeof layOut>;

function Axes({
  layout,
  ticks,
  days,
  width,
}: {
  layout: Layout;
  ticks: number[];
  days: readonly string[];
  width: number;
}) {
  const { left, x, y } = layout;
  return (
    <g className="plot-axes">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
            {numbers.format(tick)}
          </text>
        </g>
      ))}
      {labelledIndices(days.length, width - left, labelApart).map((dayIndex) => (
        <text key={dayIndex} x={x(dayIndex)} y={height - 4} textAnchor="middle">
          {days[dayIndex]?.slice(5)}
        </text>
      ))}
    </g>
  );
}

function Lines({ layout: { x, y }, series }: { layout: Layout; series: readonly Series[] }) {
  return series.map(({ title, values }, index) => (
    <g key={title} className={`plot-line plot-colour-${index % 4}`}>
      {runsOfValues(values).map((run) => {
        const points = run.map(([dayIndex, value]) => `${x(dayIndex)},${y(value)}`);
        const [first] = run;
        if (!first) return null;
        return run.length > 1 ? (
          <polyline key={first[0]} points={points.join(' ')} />
        ) : (
          <circle key={first[0]} cx={x(first[0])} cy={y(first[1])} r={2} />
        );
      })}
    </g>
  ));
}

function Columns({ layout: { band, x, y }, series }: { layout: Layout; series: readonly Series[] }) {
  const wide = Math.min(widestBar, (band * 0.7) / Math.max(1, series.length));
  return series.map(({ title, values }, index) => (
    <g key={title} className={`plot-colour-${index % 4}`}>
      {runsOfValues(values)
        .flat()
        .map(([dayIndex, value]) => (
          <rect
            key={dayIndex}
            x={x(dayIndex) + (index - series.length / 2) * wide}
            y={Math.min(y(0), y(value))}
            width={Math.max(1, wide - 1)}
            height={Math.abs(y(value) - y(0))}
          />
        ))}
    </g>
  ));
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="plot-legend" aria-hidden="true">
      {series.map(({ title }, index) => (
        <li key={title} className={`plot-colour-${index % 4}`}>
          {title}
        </li>
      ))}
    </ul>
  );
}

/** Values by day, drawn. The pointer and the arrow keys show those of one day; the table below it has them all. */
export function Plot({ title, kind, days, series, unit }: Props) {
  const [element, width] = useWidth();
  const [chosen, setChosen] = useState<number>();
  const ticks = axisTicks(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const layout = layOut(width, days.length, ticks);
  const dayIndex = chosen === undefined ? undefined : Math.min(chosen, days.length - 1);
  const words = (at: number) =>
    `${days[at]}，${series.map(({ title: name, values }) => `${name} ${format(values[at], unit)}`).join('，')}`;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const at = Math.floor(
      (event.clientX - event.currentTarget.getBoundingClientRect().left - layout.left) / layout.band,
    );
    setChosen(at >= 0 && at < days.length ? at : undefined);
  };
  const press = (event: KeyboardEvent) => {
    const next = event.key === 'Escape' ? undefined : indexAfterKey(event.key, dayIndex, days.length);
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    setChosen(next);
  };
  const shown = dayIndex ?? days.length - 1;
  return (
    <div className="plot">
      <Legend series={series} />
      <div
        ref={element}
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={`${title}，按左右方向键逐日查看`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={shown + 1}
        aria-valuetext={words(shown)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={press}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Axes layout={layout} ticks={ticks} days={days} width={width} />
            {dayIndex !== undefined && (
              <line className="plot-guide" x1={layout.x(dayIndex)} x2={layout.x(dayIndex)} y1={top} y2={bottom} />
            )}
            {kind === 'line' ? <Lines layout={layout} series={series} /> : <Columns layout={layout} series={series} />}
          </svg>
        )}
        {dayIndex !== undefined && (
          <dl
            className="plot-values"
            style={
              layout.x(dayIndex) > width / 2
                ? { right: width - layout.x(dayIndex) + 8 }
                : { left: layout.x(dayIndex) + 8 }
            }
          >
            <dt>{days[dayIndex]}</dt>
            {series.map(({ title: name, values }, index) => (
              <dd key={name} className={`plot-colour-${index % 4}`}>
                {name} <b>{format(values[dayIndex], unit)}</b>
              </dd>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
