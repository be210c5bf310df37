import type { TaskImage } from '#shared/contract/task';
import { unmetStamp } from '#shared/domain/judgement';
import styles from './unmet-stamp.css';

/** Stamp over a picture whose structure is below the wished score; nothing over others. */
export function UnmetStamp({ image }: { image: Pick<TaskImage, 'judgement'> | undefined }) {
  return isUnmet(image) ? <span className={styles.stamp}>{unmetStamp}</span> : null;
}

/** True for a result whose structure is below the wished score. */
export const isUnmet = (image: Pick<TaskImage, 'judgement'> | undefined): boolean =>
  image?.judgement?.promise?.isMet === false;
