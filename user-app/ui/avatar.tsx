import styles from './avatar.css';

interface AvatarProps {
  name: string;
  picture: string;
  /** Side, px. */
  size?: number;
}

/** Picture or first character of a person. */
export function Avatar({ name, picture, size = 28 }: AvatarProps) {
  return (
    <span
      className={`inline-flex flex-none items-center justify-center overflow-hidden rounded-chip font-semibold ${styles.avatar}`}
      style={{ width: size, height: size, fontSize: size / 2.2 }}
      aria-hidden="true"
    >
      {picture ? <img src={picture} alt="" width={size} height={size} /> : ([...name][0] ?? '我')}
    </span>
  );
}
