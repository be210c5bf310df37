import { useId } from 'react';
import styles from './mask-film.css';

interface MaskFilmProps {
  /** Address of the mask: light where something is chosen. */
  src: string;
  /** Accessible name, e.g. 选区 12%. */
  label: string;
}

/** The red film of a mask, over a picture of the same shape that is fitted into the same place. */
export function MaskFilm({ src, label }: MaskFilmProps) {
  const id = useId();
  return (
    <svg className={`absolute inset-0 w-full h-full pointer-events-none ${styles.film}`} role="img" aria-label={label}>
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%">
        <image href={src} width="100%" height="100%" />
      </mask>
      <rect width="100%" height="100%" mask={`url(#${id})`} />
    </svg>
  );
}
