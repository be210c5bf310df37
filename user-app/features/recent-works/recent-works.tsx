import type { Work } from '#shared/contract/project';
import { isFinal } from '#shared/domain/task-status';
import { imageUrl } from '../../data/image';
import { groundOf, sampleByName, sampleUrl } from '../../data/samples';
import { useTaskProgress } from '../../data/task-progress';
import { useRecentWorks } from '../../data/works';
import { Link } from '../../lib/router';
import { statusWords } from '../../lib/run-words';
import { groupCards, type ToolCard } from '../../lib/tool-card';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { Section } from '../../ui/page';
import { ProgressBar } from '../../ui/progress-bar';
import { Thumb } from '../../ui/thumb';
import styles from './recent-works.css';

const thumbWidth = 320;

/** Running and latest works, to continue from. The row keeps its height. */
export function RecentWorks({ cards }: { cards: readonly ToolCard[] }) {
  const { data, error } = useRecentWorks(true);
  const works = data?.list ?? [];
  const isEmpty = data !== undefined && works.length === 0;
  const sorted = works.toSorted((a, b) => Number(isFinal(a.status)) - Number(isFinal(b.status)));
  return (
    <Section title={isEmpty ? '用示例图试一次' : '继续'} aside={<Link to="/aiDesignMangement">全部作品</Link>}>
      {isEmpty ? (
        <FirstTries cards={cards} />
      ) : (
        <ul className={styles.row} aria-busy={!data && !error}>
          {sorted.map((work) => (
            <li key={work.taskId}>
              <RecentWork work={work} toolTitle={cards.find(({ id }) => id === work.tool)?.title ?? work.tool} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** For who has made nothing yet: the first tool of each group, one press away from the picture it shows its work on. */
function FirstTries({ cards }: { cards: readonly ToolCard[] }) {
  const firsts = groupCards(cards).flatMap((group) => group.cards.find((card) => card.sample !== undefined) ?? []);
  return (
    <ul className={styles.row}>
      {firsts.map(({ id, path, title, sample: name }) => {
        const sample = sampleByName(name);
        if (!sample) return null;
        return (
          <li key={id}>
            <Link className="grid gap-4" to={`${path}?base=sample:${name}`}>
              <Thumb
                src={sampleUrl(sample, 'thumb')}
                alt=""
                mainColor={groundOf(sample)}
                isCropped
                className={styles.picture}
              />
              <span className="truncate">{title}</span>
              <span className="text-second text-12">{sample.title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function RecentWork({ work, toolTitle }: { work: Work; toolTitle: string }) {
  const fraction = useTaskProgress(work);
  const image = work.images[0] ?? work.video?.cover;
  const isUnderWay = !isFinal(work.status);
  const title = work.title || toolTitle;
  return (
    <Link className="grid gap-4" to={`/aiDesignMangement#${encodeURIComponent(work.taskId)}`}>
      {image ? (
        <Thumb
          src={imageUrl(image.imageId, thumbWidth)}
          alt=""
          mainColor={image.mainColor}
          isCropped
          className={styles.picture}
        />
      ) : (
        <span className={`grid justify-items-center gap-12 bg-sunken text-second ${styles.blank}`}>
          <ToolIcon toolId={work.tool} size={28} />
          {isUnderWay && <ProgressBar label={`${title}的进度`} share={fraction} className={styles.progress} />}
        </span>
      )}
      <span className="truncate">{title}</span>
      {!image && <span className="text-second text-12">{statusWords[work.status]}</span>}
    </Link>
  );
}
