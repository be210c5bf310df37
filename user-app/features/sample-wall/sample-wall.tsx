import { groundOf, type Sample, sampleUrl } from '../../data/samples';
import { Link } from '../../lib/router';
import styles from './sample-wall.css';

export interface SampleWallProps {
  pictures: readonly Sample[];
  /** Tool a picture is taken to as its base picture. */
  toolPath: string;
  toolTitle: string;
}

/** A wall of the project's own pictures; each can be taken to a tool as base picture. */
export function SampleWall({ pictures, toolPath, toolTitle }: SampleWallProps) {
  return (
    <ul className={styles.wall}>
      {pictures.map((sample) => (
        <li key={sample.name} className={`relative overflow-hidden mb-16 rounded-card ${styles.item}`}>
          <img
            src={sampleUrl(sample, 'thumb')}
            alt={sample.title}
            width={sample.width}
            height={sample.height}
            loading="lazy"
            decoding="async"
            style={{ backgroundColor: groundOf(sample) }}
          />
          <div className={`row justify-between gap-8 text-13 ${styles.caption}`}>
            <span>{sample.title}</span>
            <Link
              to={`${toolPath}?base=sample:${sample.name}`}
              className={`flex-none border rounded-chip text-second text-12 ${styles.use}`}
              aria-label={`用作底图：${sample.title}，打开${toolTitle}`}
            >
              用作底图
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
