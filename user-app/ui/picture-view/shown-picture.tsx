import { type CSSProperties, type ReactNode, useState } from 'react';
import { imageUrl, wholeImageUrl } from '../../lib/image-url';
import { CompareSlider } from '../compare-slider';
import { ComparedImage } from '../compare-slider-picture';
import styles from './picture-view.css';
import type { PictureSize, View } from './use-zoom';

/** Two pictures over each other, one by itself, or two beside each other. */
export type PictureMode = 'compare' | 'single' | 'pair';

/** A stored picture and what it is called. */
export interface NamedPicture {
  imageId: string;
  label: string;
}

interface ShownPictureProps {
  picture: NamedPicture & PictureSize;
  /** Picture to compare with; without it the picture is shown alone. */
  counterpart: NamedPicture | undefined;
  mode: PictureMode;
  /** True when the counterpart is shown in its place. */
  isHolding: boolean;
  view: View;
  /** Lies over the picture and moves with it. */
  children?: ReactNode;
}

/** Widest picture fetched while it is fitted, px; zoomed in, the whole picture is fetched. */
const fittedWidth = 2048;
/** Width of the small version that lists have loaded already, px. */
const previewWidth = 240;

/** A picture in its viewport, by itself or with the one it is compared with. */
export function ShownPicture({ picture, counterpart, mode, isHolding, view, children }: ShownPictureProps) {
  if (mode === 'pair' && counterpart) return <Pair left={counterpart} right={picture} />;
  const addressOf = (imageId: string) =>
    view.scale > 1 ? wholeImageUrl(imageId) : imageUrl(imageId, { w: fittedWidth });
  const src = addressOf(picture.imageId);
  const before = counterpart && {
    src: addressOf(counterpart.imageId),
    label: counterpart.label,
    preview: imageUrl(counterpart.imageId, { w: previewWidth }),
  };
  const preview = imageUrl(picture.imageId, { w: previewWidth });
  const held = isHolding ? before : undefined;
  return (
    <Frame size={picture} view={view}>
      {mode === 'compare' && before && !held ? (
        <CompareSlider
          before={{ ...before, alt: before.label }}
          after={{ src, label: '结果', alt: picture.label, preview }}
          isDraggableAnywhere={view.scale === 1}
        />
      ) : (
        <Single key={picture.imageId} src={held?.src ?? src} preview={preview} alt={held?.label ?? picture.label} />
      )}
      {children}
    </Frame>
  );
}

/** A frame of the picture's own shape, fitted into the viewport, moved and scaled by the view. */
function Frame({ size, view, children }: { size: PictureSize; view: View; children: ReactNode }) {
  const style = {
    '--ratio': size.width / size.height,
    '--inverse-scale': 1 / view.scale,
    '--scale': view.scale,
    '--shift-y': `${view.y}px`,
    transform: view.scale === 1 ? undefined : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
  } as CSSProperties;
  return (
    <div className={`relative ${styles.frame}`} style={style}>
      {children}
    </div>
  );
}

function Single({ src, alt, preview }: { src: string; alt: string; preview: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <p className="p-24 text-second text-center">图片读取失败，请刷新页面。</p>;
  return (
    <ComparedImage
      className={`block w-full h-full select-none ${styles.single}`}
      src={src}
      alt={alt}
      preview={preview}
      onFailure={() => setHasFailed(true)}
    />
  );
}

/** Two pictures beside each other, each whole. */
function Pair({ left, right }: { left: NamedPicture; right: NamedPicture }) {
  return (
    <div className={`grid gap-2 ${styles.pair}`}>
      {[left, right].map(({ imageId, label }) => (
        <figure key={imageId}>
          <img src={imageUrl(imageId, { w: fittedWidth })} alt={label} />
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
  );
}
