import { useCallback } from 'react';
import { BareButton } from '../../ui/button';
import { papers } from './engine/papers';
import { Raster } from './engine/raster';
import { type Starter, starters } from './engine/starters';
import styles from './starter-grid.css';

/** Drawings to begin with, each shown as it is. */
export default function StarterGrid({ onPick }: { onPick: (id: string) => void }) {
  return (
    <ul className={`grid gap-8 ${styles.grid}`} aria-label="示例草图">
      {starters.map((starter) => (
        <li key={starter.id}>
          <BareButton onClick={() => onPick(starter.id)}>
            <Miniature starter={starter} />
            <strong>{starter.title}</strong>
            <span>{starter.summary}</span>
          </BareButton>
        </li>
      ))}
    </ul>
  );
}

function Miniature({ starter }: { starter: Starter }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas) new Raster(canvas, papers[starter.aspect], new Map(), 1).show(starter.drawing);
    },
    [starter],
  );
  return <canvas ref={draw} />;
}
