import { NavLink, useLocation, useRouteProps } from '@umijs/max';
import { useState } from 'react';
import { samples } from '../../data/samples';
import { SampleWall } from '../../features/sample-wall/sample-wall';
import { ToolWall } from '../../features/tool-wall/tool-wall';
import { useToolCards } from '../../lib/use-tool-cards';
import { ButtonLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { EmptyState } from '../../ui/empty-state';
import { Page, PageHead } from '../../ui/page';
import styles from './gallery.css';
import { HelpTopics } from './help-topics';
import { MyCenter } from './my-center';
import { galleryScreens, galleryTabs } from './screens';

const kindWords: Record<string, string> = {
  photo: '渲染图',
  'white-model': '白模',
  'empty-room': '毛坯',
  plan: '平面图',
  'colour-plan': '彩色平面',
  cutout: '单体',
  'line-drawing': '线稿',
};

/** All gallery screens. Their data is still to come; each says so and offers what works today. */
export default function Gallery() {
  const { title = '灵感图库' } = useRouteProps<{ title?: string }>();
  const { pathname } = useLocation();
  const screen = galleryScreens[pathname.split('/')[1] ?? ''];
  if (!screen) throw new Error(`No gallery screen for ${pathname}`);
  const hasTabs = screen.kind === 'wall' || screen.kind === 'empty';

  return (
    <Page isNarrow={screen.kind === 'help' || screen.kind === 'mine'}>
      {hasTabs && (
        <nav className={styles.tabs} aria-label="灵感图库">
          {galleryTabs.map(([to, label]) => (
            <NavLink key={to} to={to} className={styles.tab ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      <PageHead title={title} text={screen.text} />
      {screen.kind === 'wall' && <Wall />}
      {screen.kind === 'tools' && <ToolWall level={2} />}
      {screen.kind === 'help' && <HelpTopics />}
      {screen.kind === 'mine' && <MyCenter />}
      {screen.kind === 'empty' && screen.empty && (
        <EmptyState drawing={screen.empty.drawing ?? 'wall'} title={screen.empty.title} text={screen.empty.text}>
          <ButtonLink to="/tupianHome">看样图</ButtonLink>
          <ButtonLink to="/aiDesignMangement">我的作品</ButtonLink>
        </EmptyState>
      )}
    </Page>
  );
}

/** The project's own pictures with a filter by kind and the tool they are taken to. */
function Wall() {
  const cards = useToolCards();
  const takers = cards.filter((card) => card.startsFrom.length > 0);
  const [toolId, setToolId] = useState(takers[0]?.id);
  const [kind, setKind] = useState<string>();
  const tool = takers.find((card) => card.id === toolId) ?? takers[0];
  const kinds = [...new Set(samples.map((sample) => sample.kind))];
  const shown = samples.filter((sample) => !kind || sample.kind === kind);

  if (!tool || samples.length === 0) {
    return (
      <EmptyState drawing="wall" title="还没有样图" text="样图没有随程序一起提供。可以直接上传自己的底图。">
        <ButtonLink to="/list">打开功能列表</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.chips} role="group" aria-label="按种类筛选">
          {[undefined, ...kinds].map((name) => (
            <Chip key={name ?? 'all'} aria-pressed={kind === name} onClick={() => setKind(name)}>
              {name ? (kindWords[name] ?? name) : '全部'}
            </Chip>
          ))}
        </div>
        <label className={styles.taker}>
          用作底图时打开
          <select value={tool.id} onChange={(event) => setToolId(event.target.value)}>
            {takers.map((card) => (
              <option key={card.id} value={card.id}>
                {card.title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <SampleWall pictures={shown} toolPath={tool.path} toolTitle={tool.title} />
    </>
  );
}
