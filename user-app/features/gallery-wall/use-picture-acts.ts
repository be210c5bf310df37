import { history } from '@umijs/max';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { downloadPicture } from '../../data/gallery';
import { collectPicture, hidePicture, refilePicture, uncollectPicture } from '../../data/gallery-pictures';
import { openFolderPicker } from '../../lib/collect-store';
import { recentTools } from '../../lib/local-list';
import { toast, toastFailure } from '../../lib/toast';
import { useToolCards } from '../../lib/use-tool-cards';
import { withLogin } from '../../lib/with-login';
import { galleryNotices } from './gallery-notices';
import { type Purpose, takeToTool, toolsFor } from './picture-tools';

export interface PictureActs {
  toggleCollected: () => void;
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

/** What can be done with a picture, from its card as from the viewer. */
export function usePictureActs(picture: GalleryPicture): PictureActs {
  const { id } = picture;
  const cards = useToolCards();
  const recent = recentTools.use();
  return {
    toggleCollected: () =>
      run(async () => {
        if (picture.isCollected) {
          const putBack = await uncollectPicture(id);
          galleryNotices.set({ undo: { text: '已取消收藏', act: putBack } });
          return;
        }
        const { folderId, folderName } = await collectPicture(id);
        galleryNotices.set({
          undo: {
            text: `已收藏到“${folderName}”`,
            act: () => uncollectPicture(id),
            also: { label: '换收藏夹', act: () => refile(id, folderId) },
          },
        });
      }, '登录后收藏图片'),
    use: (purpose) => {
      const [card] = toolsFor(picture, purpose, cards, recent);
      return card && (() => takeToTool(card, picture, purpose));
    },
    findSimilar: () => history.push(`/similar/${id}`),
    download: () =>
      run(async () => {
        const left = await downloadPicture(id);
        toast.success(left === null ? '已开始下载' : `已开始下载，今天还能下载 ${left} 张`);
      }, '登录后下载图片'),
    hide: () =>
      run(async () => {
        await hidePicture(id, true);
        galleryNotices.set({ undo: { text: '以后不再显示这张图', act: () => hidePicture(id, false) } });
      }, '登录后设置不感兴趣'),
    report: () => galleryNotices.set({ reported: id }),
  };
}
