import { ToolGrid } from '../../features/tool-wall/tool-grid';
import { ToolWall } from '../../features/tool-wall/tool-wall';
import { favoriteTools, recentTools } from '../../lib/local-list';
import { useToolCards } from '../../lib/use-tool-cards';
import { Page, PageHead, Section } from '../../ui/page';
import styles from './list.css';

export default function ToolList() {
  const cards = useToolCards();
  const pick = (ids: readonly string[]) => ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const favorites = pick(favoriteTools.use());
  const recent = pick(recentTools.use());
  return (
    <Page>
      <PageHead
        title="功能列表"
        text="全部工具和用券。点工具卡右上角的星可以收藏；收藏和最近使用只保存在这台设备上。卡上的图是内置引擎做出来的，没有修饰。"
      />
      {favorites.length > 0 && (
        <div className={styles.own}>
          <Section title="收藏工具">
            <ToolGrid cards={favorites} />
          </Section>
        </div>
      )}
      {recent.length > 0 && (
        <div className={styles.own}>
          <Section title="最近使用">
            <ToolGrid cards={recent} />
          </Section>
        </div>
      )}
      <ToolWall level={2} />
    </Page>
  );
}
