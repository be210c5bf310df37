import { useEffect, useState } from 'react';
import type { Work } from '#shared/contract/project';
import type { TaskImage } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { useTaskProgress } from '../../../data/task-progress';
import { imageUrl } from '../../../lib/image-url';
import { statusWords } from '../../../lib/run-words';
import { Bar } from '../../../ui/bar';
import { ToolIcon } from '../../../ui/icons/tool-icon';
import { ComparedWith } from '../../../ui/picture-view/compared-with';
import { PictureViewport } from '../../../ui/picture-view/picture-viewport';
import { ShownPicture } from '../../../ui/picture-view/shown-picture';
import { useBarBottom } from '../../../ui/picture-view/use-bar-bottom';
import { HoldButton, ModeButtons, pictureModeLooks, ZoomButtons } from '../../../ui/picture-view/view-buttons';
import { ThumbButton } from '../../../ui/thumb';
import { UnmetStamp } from '../../../ui/unmet-stamp';
import { progressWords } from '../status-words';
import type { WorkView } from './use-work-view';
import styles from './work-viewer.css';

interface WorkStageProps {
  work: Work;
  image: TaskImage | undefined;
  view: WorkView;
  onImage: (index: number) => void;
}

const modes = ['single', 'compare', 'pair'] as const;

/** The picture of a work with what it is compared with, or what there is instead; several results as a strip below. */
export function WorkStage({ work, image, view, onImage }: WorkStageProps) {
  return (
    <div className={`stack items-center justify-center gap-12 min-w-0 min-h-0 bg-sunken ${styles.stage}`}>
      {work.video ? (
        // biome-ignore lint/a11y/useMediaCaption: videos of buildings have no speech
        <video
          key={work.video.imageId}
          src={work.video.url}
          poster={work.video.coverUrl || undefined}
          controls
          className={`min-h-0 rounded-input ${styles.video}`}
        />
      ) : image ? (
        <div className="flex relative flex-1 w-full min-h-0">
          <PictureViewport viewport={view.viewport} zoom={view.zoom}>
            <ShownPicture
              picture={{ ...image, label: `结果 ${work.images.indexOf(image) + 1}` }}
              counterpart={view.counterpart}
              mode={view.mode}
              isHolding={view.isHolding}
              view={view.zoom.view}
            >
              {!view.isHolding && <UnmetStamp image={image} />}
            </ShownPicture>
          </PictureViewport>
          <ViewBar view={view} />
        </div>
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
        <div className={`flex flex-none gap-8 overflow-x-auto ${styles.strip}`} role="group" aria-label="结果">
          {work.images.map((one, index) => (
            <ThumbButton
              key={one.imageId}
              className={`flex-none ${styles.output}`}
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

/** Buttons of the view and of the zoom, over the picture. */
function ViewBar({ view }: { view: WorkView }) {
  const { counterpart, counterparts, mode } = view;
  const bar = useBarBottom();
  return (
    <div
      ref={bar}
      className={`flex absolute z-page flex-wrap justify-between gap-8 pointer-events-none ${styles.tools}`}
    >
      {counterpart ? (
        <Bar label="对比" className={styles.group}>
          <ModeButtons mode={mode} modes={modes} looks={pictureModeLooks} onMode={view.setMode} />
          {mode !== 'pair' && <HoldButton onHold={view.setHolding} />}
          {counterparts.length > 1 && (
            <ComparedWith
              counterparts={counterparts}
              chosen={counterpart}
              onChoose={(next) => {
                view.setCounterpart(next);
                if (mode === 'single') view.setMode('compare');
              }}
            />
          )}
        </Bar>
      ) : (
        <span />
      )}
      {view.zoom.percent !== undefined && (
        <Bar label="缩放" className={styles.group}>
          <ZoomButtons zoom={view.zoom} />
        </Bar>
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
