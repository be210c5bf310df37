import type { MouseEvent } from 'react';
import type { BuildingCamera } from '#shared/domain/building-view';
import styles from './building.css';
import { halfAngle, placedAt } from './camera-moves';
import type { Size } from './units';

interface PlanMapProps {
  camera: BuildingCamera;
  size: Size;
  /** Degrees by which north is turned clockwise from the top of the plan. */
  north: number;
  onChange: (camera: BuildingCamera) => void;
}

const half = 60;
const wedge = 18;

/** The plan from above with the camera and what it sees; a press places the camera. The buttons do the same by keys. */
export function PlanMap({ camera, size, north, onChange }: PlanMapProps) {
  const [width, , depth] = size;
  const reach = Math.max(width, depth) * 1.4;
  const farthest = Math.max(reach, Math.abs(camera.x), Math.abs(camera.z), 4) * 1.15;
  const scale = half / farthest;
  const angle = Math.min(80, halfAngle(camera.lens));
  const edge = (side: number) => {
    const turn = ((camera.yaw + side * angle) * Math.PI) / 180;
    return `${wedge * Math.sin(turn)} ${-wedge * Math.cos(turn)}`;
  };
  const place = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left - box.width / 2) / (box.width / 2);
    const along = (event.clientY - box.top - box.height / 2) / (box.height / 2);
    onChange(placedAt(camera, across * farthest, along * farthest, size));
  };
  return (
    <svg
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      aria-hidden="true"
      className={styles.plan}
      onClick={place}
    >
      <rect
        x={(-width / 2) * scale}
        y={(-depth / 2) * scale}
        width={Math.max(1, width * scale)}
        height={Math.max(1, depth * scale)}
        className={styles.front}
      />
      <g transform={`translate(${camera.x * scale} ${camera.z * scale})`}>
        <path d={`M0 0L${edge(-1)}A${wedge} ${wedge} 0 0 1 ${edge(1)}Z`} className={styles.wedge} />
        <circle r={3} className={styles.needle} />
      </g>
      <g transform={`translate(${half - 12} ${-half + 12}) rotate(${north})`}>
        <path d="m0-8 4 8H-4Z" className={styles.needle} />
        <text y={13} textAnchor="middle" className={styles.northLetter}>
          北
        </text>
      </g>
    </svg>
  );
}
