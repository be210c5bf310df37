import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/domain/format';
import { usePictureDetail } from '../../../../data/gallery';
import { useGalleryPicture } from '../../../../data/gallery-pictures';
import type { ShelvedPictures } from '../../../../data/gallery-shelf';
import { classNames } from '../../../../lib/class-names';
import { useStore } from '../../../../lib/create-store';
import { EmptyState } from '../../../../ui/empty-state';
import { FullScreen } from '../../../../ui/full-screen';
import { IconButton } from '../../../../ui/icon-button';
import { CloseIcon, HelpIcon } from '../../../../ui/icons';
import { closePicture, lastShown, openedFrom, showPicture } from '../open-picture';
import { PicturePanel } from './picture-panel';
import styles from './picture-viewer.css';
import { useNeighbours } from './use-neighbours';
import { ViewerActs } from './viewer-acts';

const PictureStage = lazy(() => import('./picture-stage'));

/**
 * A picture of the gallery over the page, with what is known of it and its neighbours in the list it was opened from.
 * Its address is the page's with a hash; the Back button closes it.
 */
export default function PictureViewer({ id }: { id: number }) {
  const shelved = useStore(openedFrom, (state) => state.shelved);
  const picture = useGalleryPicture(id);
  const { data: detail, error } = usePictureDetail(id);
  const [isPanelOpen, setPanelOpen] = useState(() => window.innerWidth >= 1024);
  const around = useNeighbours(id, shelved);
  useClosedAtWall(id, shelved);

  /** The stage has keys of its own once it is there and has the focus. */
  const leaf = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isElsewhere = (event.target as HTMLElement).closest('[role=menu], .yarl__root');
    const next = step && !isElsewhere ? around.ids[around.index + step] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    showPicture(next);
  };

  return (
    <FullScreen
      label={picture ? `图片：${picture.title}` : '图片'}
      className={`grid overflow-hidden m-0 p-0 border-0 text-ink ${styles.viewer}`}
      onClose={closePicture}
      onKeyDown={leaf}
    >
      <div className={`grid min-w-0 min-h-0 ${styles.stage}`}>
        {error && !picture ? (
          <EmptyState drawing="broken" title="看不到这张图" text={error.message} />
        ) : (
          <Suspense fallback={null}>
            <PictureStage ids={around.ids} index={around.index} onShow={showPicture} />
          </Suspense>
        )}
      </div>
      <header className={`row gap-8 p-0-8 ${styles.head}`}>
        <IconButton label="关闭" onClick={closePicture}>
          <CloseIcon />
        </IconButton>
        {around.place && (
          <span className={classNames('text-second text-13', styles.place, 'tabular')} aria-live="polite">
            {formatNumber(around.place.at + 1)} / {formatNumber(around.place.total)}
          </span>
        )}
        {picture && <ViewerActs picture={picture} />}
        <IconButton label="图片信息" aria-pressed={isPanelOpen} onClick={() => setPanelOpen(!isPanelOpen)}>
          <HelpIcon />
        </IconButton>
      </header>
      {isPanelOpen && picture && <PicturePanel picture={picture} detail={detail} onClose={() => setPanelOpen(false)} />}
    </FullScreen>
  );
}

/** Whoever closes the viewer finds the card that was open last, with the focus on it. */
function useClosedAtWall(id: number, shelved: ShelvedPictures | undefined): void {
  const latest = useRef(shelved);
  latest.current = shelved;
  // Forward and Back show pictures too.
  useLayoutEffect(() => {
    lastShown.id = id;
  }, [id]);
  useEffect(
    () => () => {
      if (lastShown.id !== undefined) latest.current?.onClosed?.(lastShown.id);
      lastShown.id = undefined;
    },
    [],
  );
}
