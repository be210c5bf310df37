import { useEffect, useState } from 'react';
import type { Work } from '#shared/contract/project';
import type { TaskImage } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { useTaskProgress } from '../../../data/task-progress';
import { imageUrl } from '../../../lib/image-url';
import { statusWords } from '../../../lib/run-words';
import { ToolIcon } from '../../../ui/icons/tool-icon';
import { ThumbButton } from '../../../ui/thumb';
import { progressWords } from '../status-words';
import styles from './work-viewer.css';

interface WorkStageProps {
  work: Work;
  title: string;
  image: TaskImage | undefined;
  onImage: (index: number) => void;
}

/** The picture of a work, whole, or what there is instead; several results as a strip below. */
export function WorkStage({ work, title, image, onImage }: WorkStageProps) {
  return (
    <div className={styles.stage}>
      {work.video ? (
        // biome-ignore lint/a11y/useMediaCaption: videos of buildings have no speech
        <video
          key={work.video.imageId}
          src={work.video.url}
          poster={work.video.coverUrl || undefined}
          controls
          className={styles.video}
        />
      ) : image ? (
        <img
          key={image.imageId}
          src={imageUrl(image.url, { w: 1920 })}
          alt={title}
          width={image.width}
          height={image.height}
          className={styles.large}
        />
      ) : (
        <div className={styles.noPicture} role="status">
          <ToolIcon toolId={work.tool} size={44} />
          {isFinal(work.status) ? (
            <span>{work.error?.message ?? statusWords[work.status]}</span>
          ) : (
            <Waiting key={work.seq} work={work} />
          )}
        </div>
      )}
      {work.images.length > 1 && (
        <div className={styles.strip} role="group" aria-label="结果">
          {work.images.map((one, index) => (
            <ThumbButton
              key={one.imageId}
              className={styles.output}
              label={`第 ${index + 1} 张`}
              picture={{ src: imageUrl(one.url, { w: 120 }), mainColor: one.mainColor }}
              aria-pressed={one.imageId === image?.imageId}
              onClick={() => onImage(index)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Made anew with each state that comes in, so that the estimate counts down from it. */
function Waiting({ work }: { work: Work }) {
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  const fraction = useTaskProgress(work);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return <span className="tabular">{progressWords(work, fraction, now - since)}</span>;
}
