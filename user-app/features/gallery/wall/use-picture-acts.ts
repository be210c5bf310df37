import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { downloadPictures } from '../../../data/gallery-downloads';
import { collectPicture, hidePicture, refilePicture, uncollectPicture } from '../../../data/gallery-pictures';
import { recentTools } from '../../../lib/local-list';
import { history } from '../../../lib/router';
import { toast, toastFailure } from '../../../lib/toast';
import { useToolCards } from '../../../lib/use-tool-cards';
import { withLogin } from '../../../lib/with-login';
import { openFolderPicker } from '../collect-store';
import { galleryNotices } from './gallery-notices';
import { type Purpose, takeToTool, toolsFor } from './picture-tools';

export interface PictureActs {
  /** Puts it into the folder used last. */
  collect: () => void;
  /** Asks for folders, to put it in or take it out. */
  chooseFolder: () => void;
  /** Opens the tool used last that takes the picture so; undefined where none does. */
  use: (purpose: Purpose) => (() => void) | undefined;
  findSimilar: () => void;
  download: () => void;
  hide: () => void;
  report: () => void;
}

const run = (action: () => Promise<void>, reason: string) => void withLogin(action, reason).catch(toastFailure);

const refile = (id: number, from: string) =>
  openFolderPicker({
    pictureIds: [id],
    title: '换收藏夹',
    onChoose: (folder) =>
      void refilePicture(id, from, folder.id).then(() => toast.success(`已移到“${folder.name}”`), toastFailure),
  });

const removeCollected = (id: number) =>
  run(async () => {
    const putBack = await uncollectPicture(id);
    galleryNotices.set({ undo: { text: '已取消收藏', act: putBack } });
  }, '登录后收藏图片');

/** Acts on a picture, for its card and the viewer. */
export function usePictureActs(picture: GalleryPicture): PictureActs {
  const { id } = picture;
  const cards = useToolCards();
  const recent = recentTools.use();
  return {
    collect: () =>
      run(async () => {
        const { folderId, folderName } = await collectPicture(id);
        galleryNotices.set({
          undo: {
            text: `已收藏到“${folderName}”`,
            act: () => uncollectPicture(id),
            also: { label: '换收藏夹', act: () => refile(id, folderId) },
          },
        });
      }, '登录后收藏图片'),
    chooseFolder: () =>
      openFolderPicker({ pictureIds: [id], ...(picture.isCollected ? { onRemove: () => removeCollected(id) } : {}) }),
    use: (purpose) => {
      const [card] = toolsFor(picture, purpose, cards, recent);
      return card && (() => takeToTool(card, picture, purpose));
    },
    findSimilar: () => history.push(`/similar/${id}`),
    download: () => void downloadPictures([id]).catch(toastFailure),
    hide: () =>
      run(async () => {
        await hidePicture(id, true);
        galleryNotices.set({ undo: { text: '以后不再显示这张图', act: () => hidePicture(id, false) } });
      }, '登录后设置不感兴趣'),
    report: () => galleryNotices.set({ reported: id }),
  };
}
