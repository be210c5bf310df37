import styles from './crop-frame.css';

/** Part of a picture, 0–1 of its sides. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The frame around a part of a picture, with the rest in the shade. It lies in a box of the picture that hides what is outside. */
export function CropFrame({ part: { x, y, width, height } }: { part: PicturePart }) {
  const style = { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
  return <span className={`absolute pointer-events-none ${styles.frame}`} style={style} />;
}
