import type { setContract } from '#shared/contract/gallery-set';
import type { Handlers } from '../../../http/mount.ts';
import type { FolderService } from './folder.service.ts';
import type { SetService } from './set.service.ts';

export function setRoutes(sets: SetService, folders: FolderService): Handlers<typeof setContract> {
  return {
    imageSets: ({ caller, input }) => sets.list(caller, input),
    imageSet: ({ caller, params }) => sets.find(caller, params.id),
    createImageSet: ({ caller, input }) => sets.create(caller, input),
    editImageSet: ({ caller, params, input }) => sets.edit(caller, params.id, input),
    removeImageSet: ({ caller, params }) => sets.remove(caller, params.id).then(() => null),
    restoreImageSet: ({ caller, params }) => sets.restore(caller, params.id),
    addToImageSet: ({ caller, params, input }) => sets.add(caller, params.id, input.pictureIds),
    removeFromImageSet: ({ caller, params, input }) => sets.takeOut(caller, params.id, input.pictureIds),
    moveInImageSet: ({ caller, params, input }) =>
      sets.move(caller, params.id, input.pictureId, input.before).then(() => null),
    collectImageSet: ({ caller, params, input }) => sets.collect(caller, params.id, input.isCollected),
    collections: ({ caller, input }) => folders.list(caller, input.withPicture),
    folder: ({ caller, params }) => folders.find(caller, params.id),
    createFolder: ({ caller, input }) => folders.create(caller, input),
    editFolder: ({ caller, params, input }) => folders.edit(caller, params.id, input),
    removeFolder: ({ caller, params }) => folders.remove(caller, params.id).then(() => null),
    restoreFolder: ({ caller, params }) => folders.restore(caller, params.id),
    mergeFolders: ({ caller, params, input }) => folders.merge(caller, params.id, input.into),
    collectPictures: ({ caller, input }) => folders.collect(caller, input.pictureIds, input.folderId),
    uncollectPictures: ({ caller, input }) => folders.uncollect(caller, input.pictureIds, input.folderId),
    moveCollected: ({ caller, params, input }) => folders.move(caller, params.id, input).then(() => null),
    orderCollected: ({ caller, params, input }) =>
      folders.order(caller, params.id, input.pictureId, input.before).then(() => null),
  };
}
