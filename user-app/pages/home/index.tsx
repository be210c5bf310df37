import { samples } from '../../data/samples';
import { useCurrentUser } from '../../data/user';
import { HeroSheet } from '../../features/hero/hero-sheet';
import { PictureStart } from '../../features/picture-start/picture-start';
import { RecentWorks } from '../../features/recent-works/recent-works';
import { SampleWall } from '../../features/sample-wall/sample-wall';
import { ToolGrid } from '../../features/tool-wall/tool-grid';
import { ToolWall } from '../../features/tool-wall/tool-wall';
import { recentTools } from '../../lib/local-list';
import { Link } from '../../lib/router';
import { useToolCards } from '../../lib/use-tool-cards';
import { Page, Section } from '../../ui/page';
import styles from './home.css';
import { news } from './news';

const recentCount = 5;
const teaserCount = 10;

export default function Home() {
  const cards = useToolCards();
  const { user } = useCurrentUser();
  const recent = recentTools
    .use()
    .flatMap((id) => cards.find((card) => card.id === id) ?? [])
    .slice(0, recentCount);
  const firstTool = cards[0];

  return (
    <Page>
      <PictureStart />
      {user && <RecentWorks cards={cards} />}
      <HeroSheet />
      {recent.length > 0 && (
        <Section title="最近使用" aside={<Link to="/list">全部与收藏</Link>}>
          <ToolGrid cards={recent} />
        </Section>
      )}
      <Section title="工具" aside={<Link to="/list">功能列表</Link>}>
        <ToolWall />
      </Section>
      {firstTool && samples.length > 0 && (
        <Section title="样图" aside={<Link to="/tupianHome">灵感图库</Link>}>
          <p className={`text-second text-13 ${styles.note}`}>
            这些图由本站的渲染程序画出，没有真实项目。可以直接当底图试工具。
          </p>
          <SampleWall pictures={samples.slice(0, teaserCount)} toolPath={firstTool.path} toolTitle={firstTool.title} />
        </Section>
      )}
      <Section title="更新">
        <ol className={`border-t ${styles.news}`}>
          {news.map(({ date, title, text }) => (
            <li key={title}>
              <time dateTime={date} className="tabular">
                {date}
              </time>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </Page>
  );
}
