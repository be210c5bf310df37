import type { Task, TaskImage } from '#shared/contract/task';
import { unmetStamp } from '#shared/domain/judgement';
import { imageUrl } from '@/data/image';
import { type NamedPicture, type PictureMode, ShownPicture } from '@/ui/picture-view/shown-picture';
import type { View } from '@/ui/picture-view/use-zoom';
import { BareButton } from '../../../ui/button';
import { isUnmet, UnmetStamp } from '../../../ui/unmet-stamp';
import { CorrectionLayer } from '../corrections/correction-layer';
import type { Corrections } from '../corrections/use-corrections';
import { JudgementLayer } from './judgement-layer';
import styles from './stage.css';
import states from './states.css';

export type ViewMode = PictureMode | 'correct' | 'check' | 'side';

interface ResultViewProps {
  task: Task;
  /** Picture to compare the result with: its base, or another result. */
  counterpart: NamedPicture | undefined;
  index: number;
  mode: ViewMode;
  isHoldingBase: boolean;
  view: View;
  corrections: Corrections | undefined;
  onChoose: (index: number) => void;
}

export function baseOf(bases: readonly string[], index: number): string | undefined {
  return bases[index] ?? bases[0];
}

/** A finished run: line to draw across, one picture, or all outputs side by side. */
export function ResultView(props: ResultViewProps) {
  const { task, counterpart, index, mode, isHoldingBase, view, corrections, onChoose } = props;
  const image = task.images[index] ?? task.images[0];
  if (task.video) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the videos are silent
      <video className={styles.video} src={task.video.url} poster={task.video.coverUrl} controls loop playsInline />
    );
  }
  if (!image) return <p className={`text-second text-center ${states.quiet}`}>这次任务没有图片。</p>;
  if (mode === 'side') return <Side images={task.images} index={index} onChoose={onChoose} />;

  return (
    <ShownPicture
      picture={{ ...image, label: `结果 ${index + 1}` }}
      counterpart={counterpart}
      mode={mode === 'correct' || mode === 'check' ? 'single' : mode}
      isHolding={isHoldingBase}
      view={view}
    >
      {mode === 'correct' && corrections?.found && !isHoldingBase && (
        <CorrectionLayer key={task.taskId} corrections={corrections} found={corrections.found} />
      )}
      {mode === 'check' && image.judgement && !isHoldingBase && <JudgementLayer judgement={image.judgement} />}
      {!isHoldingBase && <UnmetStamp image={image} />}
    </ShownPicture>
  );
}

function Side({
  images,
  index,
  onChoose,
}: {
  images: readonly TaskImage[];
  index: number;
  onChoose: (index: number) => void;
}) {
  return (
    <div className={`grid gap-2 overflow-y-auto ${styles.side}`} data-count={Math.min(images.length, 9)}>
      {images.map((image, place) => (
        <BareButton
          key={image.imageId}
          aria-pressed={place === index}
          aria-label={`第 ${place + 1} 张，共 ${images.length} 张${isUnmet(image) ? `，${unmetStamp}` : ''}`}
          onClick={() => onChoose(place)}
        >
          <img src={imageUrl(image.imageId, 1024)} alt="" width={image.width} height={image.height} />
          <UnmetStamp image={image} />
        </BareButton>
      ))}
    </div>
  );
}
