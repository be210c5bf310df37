import { useCallback, useMemo } from 'react';
import { useCurrentUser } from '../../data/user';
import { DownloadsScreen } from '../../features/gallery/downloads/downloads-screen';
import { useToolCards } from '../../lib/use-tool-cards';
import { LoginFirst } from '../../ui/login-first';
import { GalleryFrame } from './gallery-frame';

export default function MyDownloads() {
  const { user } = useCurrentUser();
  const cards = useToolCards();
  const titles = useMemo(() => new Map(cards.map(({ id, title }) => [id, title])), [cards]);
  const toolTitle = useCallback((id: string) => titles.get(id) ?? id, [titles]);
  return (
    <GalleryFrame hasTabs={false}>
      {user ? (
        <DownloadsScreen toolTitle={toolTitle} />
      ) : (
        <LoginFirst
          drawing="sheet"
          title="登录后查看下载记录"
          text="下载过的图换设备也能再下载，再次下载不计入张数。"
        />
      )}
    </GalleryFrame>
  );
}
