import { useLayoutEffect } from 'react';
import { useCurrentUser } from '../../data/user';
import { Dialog } from '../../ui/dialog';
import { buildingStore, closeBuilding, useBuilding } from './building-store';
import { ModelList } from './model-list';
import { ModelRoom } from './model-room';
import { UploadRoom } from './upload-room';
import { beginUpload, useUploads } from './uploads';

/** Building models: sending a file, confirming its size, choosing a view of it as a picture. */
export default function BuildingDialog() {
  const shown = useBuilding((state) => state.shown);
  const brought = useBuilding((state) => state.brought);
  const { user } = useCurrentUser();
  const isLoggedIn = user !== undefined;
  const uploads = useUploads();
  // Before anybody sees the list behind it.
  useLayoutEffect(() => {
    if (!brought) return;
    buildingStore.set({ brought: undefined });
    beginUpload(brought, isLoggedIn);
  }, [brought, isLoggedIn]);
  const begin = (file: File) => beginUpload(file, isLoggedIn);
  const upload = shown?.kind === 'upload' ? uploads.find(({ id }) => id === shown.id) : undefined;
  return (
    <Dialog title="建筑模型" size="large" staysOnPress onClose={closeBuilding}>
      {shown?.kind === 'model' ? (
        <ModelRoom key={shown.modelId} modelId={shown.modelId} onFile={begin} />
      ) : upload ? (
        <UploadRoom key={upload.id} upload={upload} onFile={begin} />
      ) : (
        <ModelList isLoggedIn={isLoggedIn} onFile={begin} />
      )}
    </Dialog>
  );
}
