import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { reportPicture } from '../../../data/gallery';
import { useStore } from '../../../lib/create-store';
import { toastFailure } from '../../../lib/toast';
import { openDialogs } from '../../../ui/dialog-stack';
import { UndoBar } from '../../../ui/undo-bar';
import { galleryNotices } from './gallery-notices';
import { useOpenPicture } from './open-picture';

const PictureViewer = lazy(() => import('./viewer/picture-viewer'));
const ReportDialog = lazy(() => import('../../../ui/report-dialog'));

const forget = () => galleryNotices.set({ undo: undefined });

/** Layers over every page of the gallery: the open picture, the undo bar, dialogs. Once per page. */
export function GalleryHost() {
  const openId = useOpenPicture();
  const undo = useStore(galleryNotices, (state) => state.undo);
  const reported = useStore(galleryNotices, (state) => state.reported);
  const dialog = useStore(openDialogs, (state) => state.stack.at(-1));
  return (
    <Suspense fallback={null}>
      {openId !== undefined && <PictureViewer id={openId} />}
      {reported !== undefined && (
        <ReportDialog
          what="图片"
          onSend={(reason, text) => reportPicture(reported, reason, text)}
          onClose={() => galleryNotices.set({ reported: undefined })}
        />
      )}
      {createPortal(
        <UndoBar
          undo={undo}
          onClose={forget}
          onUndo={() => {
            forget();
            void Promise.resolve(undo?.act()).catch(toastFailure);
          }}
        />,
        dialog ?? document.body,
      )}
    </Suspense>
  );
}
