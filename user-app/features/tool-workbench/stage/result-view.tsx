import { type CSSProperties, useState } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import { imageUrl } from '@/data/image';
import { CompareSlider } from '@/ui/compare-slider';
import { ComparedImage } from '@/ui/compare-slider-picture';
import { BareButton } from '../../../ui/button';
import { CorrectionLayer } from '../corrections/correction-layer';
import type { Corrections } from '../corrections/use-corrections';
import type { Counterpart } from './compared-with';
import styles from './stage.css';
import states from './states.css';
import type { View } from './use-zoom';

export type ViewMode = 'correct' | 'compare' | 'single' | 'pair' | 'side';

interface ResultViewProps {
  task: Task;
  /** What the result is compared with: its base, or another result. */
  counterpart: Counterpart | undefined;
  index: number;
  mode: ViewMode;
  isHoldingBase: boolean;
  view: View;
  corrections: Corrections | undefined;
  onChoose: (index: number) => void;
}

/** Widest picture fetched while it is fitted, px; zoomed in, the whole picture is fetched. */
const fittedWidth = 2048;
/** Width of the small version that the history has loaded already, px. */
const previewWidth = 240;

export function baseOf(bases: readonly string[], index: number): string | undefined {
  return bases[index] ?? bases[0];
}

/** A frame of the picture's own shape, fitted into the stage, moved and scaled by the view. */
function Frame({
  width,
  height,
  view,
  children,
}: {
  width: number;
  height: number;
  view: View;
  children: React.ReactNode;
}) {
  const style = {
    '--ratio': width / height,
    '--inverse-scale': 1 / view.scale,
    transform: view.scale === 1 ? undefined : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
  } as CSSProperties;
  return (
    <div className={styles.frame} style={style}>
      {children}
    </div>
  );
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
  if (!image) return <p className={states.quiet}>这次任务没有图片。</p>;
  if (mode === 'side') return <Side images={task.images} index={index} onChoose={onChoose} />;

  const base = counterpart?.imageId;
  const baseLabel = counterpart?.label ?? '原图';
  if (mode === 'pair' && base)
    return (
      <Pair left={{ imageId: base, label: baseLabel }} right={{ imageId: image.imageId, label: `结果 ${index + 1}` }} />
    );
  const src = view.scale > 1 ? imageUrl(image.imageId) : imageUrl(image.imageId, fittedWidth);
  const baseSrc = base && imageUrl(base, view.scale > 1 ? undefined : fittedWidth);
  return (
    <Frame width={image.width} height={image.height} view={view}>
      {mode === 'compare' && base && baseSrc && !isHoldingBase ? (
        <CompareSlider
          before={{ src: baseSrc, label: baseLabel, alt: baseLabel }}
          after={{ src, label: '结果', alt: `结果 ${index + 1}`, preview: imageUrl(image.imageId, previewWidth) }}
          isDraggableAnywhere={view.scale === 1}
        />
      ) : (
        <Single
          key={image.imageId}
          src={isHoldingBase && baseSrc ? baseSrc : src}
          preview={imageUrl(image.imageId, previewWidth)}
          alt={isHoldingBase ? baseLabel : `结果 ${index + 1}`}
        />
      )}
      {mode === 'correct' && corrections?.found && !isHoldingBase && (
        <CorrectionLayer key={task.taskId} corrections={corrections} found={corrections.found} />
      )}
    </Frame>
  );
}

function Single({ src, alt, preview }: { src: string; alt: string; preview: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <p className={states.quiet}>图片读取失败，请刷新页面。</p>;
  return (
    <ComparedImage
      className={styles.single}
      src={src}
      alt={alt}
      preview={preview}
      onFailure={() => setHasFailed(true)}
    />
  );
}

/** Two pictures beside each other, each whole. */
function Pair({ left, right }: { left: Counterpart; right: Counterpart }) {
  return (
    <div className={styles.pair}>
      {[left, right].map(({ imageId, label }) => (
        <figure key={imageId}>
          <img src={imageUrl(imageId, fittedWidth)} alt={label} />
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
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
    <div className={styles.side} data-count={Math.min(images.length, 9)}>
      {images.map((image, place) => (
        <BareButton
          key={image.imageId}
          aria-pressed={place === index}
          aria-label={`第 ${place + 1} 张，共 ${images.length} 张`}
          onClick={() => onChoose(place)}
        >
          <img src={imageUrl(image.imageId, 1024)} alt="" width={image.width} height={image.height} />
        </BareButton>
      ))}
    </div>
  );
}
