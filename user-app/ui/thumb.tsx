import { type ButtonHTMLAttributes, type CSSProperties, useState } from 'react';
import { classNames } from '../lib/class-names';
import styles from './thumb.css';

interface ThumbProps {
  src: string;
  alt: string;
  /** The picture's own size: its box is there before it is. Left out, it fits into the box it is given. */
  width?: number | undefined;
  height?: number | undefined;
  /** Fills the box until the picture is there. */
  mainColor?: string | undefined;
  /** Parts of it may be clear: a chequered ground shows where. */
  isClear?: boolean | undefined;
  /** Fills its box and loses its edges: for small squares of large pictures only. */
  isCropped?: boolean | undefined;
  className?: string | undefined;
}

/** A picture, whole and unstretched, in its own box before it loads; one that does not come says so. */
export function Thumb({
  src,
  alt,
  width,
  height,
  mainColor,
  isClear = false,
  isCropped = false,
  className,
}: ThumbProps) {
  const [state, setState] = useState<'waiting' | 'shown' | 'broken'>('waiting');
  const ground = state === 'waiting' && mainColor ? { backgroundColor: mainColor } : {};
  const ratio = width && height ? { aspectRatio: `${width} / ${height}` } : {};
  return (
    <span
      className={classNames(
        'grid place-items-center overflow-hidden',
        styles.thumb,
        isClear && styles.clear,
        isCropped && styles.cropped,
        className,
      )}
      style={{ ...ratio, ...ground } as CSSProperties}
    >
      {state === 'broken' ? (
        <span className={styles.broken} role="img" aria-label={alt ? `${alt}，没有读到` : '图片没有读到'} />
      ) : (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </span>
  );
}

interface ThumbButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  picture: Omit<ThumbProps, 'alt' | 'className'>;
}

/** A picture to choose; the chosen one says so with `aria-pressed`. */
export function ThumbButton({ label, picture, className, ...rest }: ThumbButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames('overflow-hidden p-0 rounded-input', styles.button, className)}
    >
      <Thumb {...picture} alt="" />
    </button>
  );
}
