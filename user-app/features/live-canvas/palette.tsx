import { liveMaterials } from '#shared/domain/live-material';
import { brushSizes } from '@/canvas/brush-size';
import { Slider } from '@/ui/slider';
import { useSnapshot } from '@/ui/use-snapshot';
import { BareButton } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import styles from './palette.css';
import { toolEntry } from './tool-list';
import type { DrawingTable } from './use-drawing-table';

/** The colour of drawn lines, which the renderer keeps as edges. */
const lineColour = '#1c1b1a';

/** Colours that mean materials, a free colour, and how wide the brush is. */
export function Palette({ table }: { table: DrawingTable }) {
  const { board } = table;
  const { colour, size, isFilled, tool } = useSnapshot(board);
  const isFree = colour !== lineColour && liveMaterials.every((material) => material.colour !== colour);
  const hasFillChoice = tool === 'rectangle' || tool === 'ellipse';
  return (
    <div className={`grid gap-8 min-w-0 border-t bg-surface ${styles.palette}`}>
      <div className={`flex flex-wrap gap-8 min-w-0 ${styles.chips}`} role="group" aria-label="材料颜色">
        {liveMaterials.map((material, index) => (
          <BareButton
            key={material.id}
            className={styles.chip}
            aria-pressed={colour === material.colour}
            {...(index < 9 ? { title: `${material.title}（${index + 1}）` } : {})}
            onClick={() => board.setColour(material.colour)}
          >
            <i style={{ background: material.colour }} />
            {material.title}
          </BareButton>
        ))}
        <BareButton
          className={styles.chip}
          aria-pressed={colour === lineColour}
          onClick={() => board.setColour(lineColour)}
        >
          <i style={{ background: lineColour }} />
          线稿
        </BareButton>
        <label className={styles.chip} data-pressed={isFree || undefined}>
          <input
            type="color"
            value={colour}
            aria-label="自选颜色"
            onChange={(event) => board.setColour(event.target.value)}
          />
          自选
        </label>
      </div>
      <div className={`row gap-16 min-w-0 text-13 ${styles.row}`}>
        <Slider
          className={styles.size}
          label="粗细"
          min={brushSizes.min}
          max={brushSizes.max}
          value={size}
          onChange={(next) => board.setSize(next)}
        />
        {hasFillChoice && (
          <Checkbox tip="X" isChecked={isFilled} onChange={(next) => board.setFilled(next)}>
            填满
          </Checkbox>
        )}
        <p className={`truncate flex-1 min-w-0 text-second text-12 ${styles.hint}`}>{toolEntry(tool).hint}</p>
      </div>
    </div>
  );
}
