import { Fragment } from 'react';
import type { CaseBlock, CaseDetail } from '#shared/contract/gallery-case';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { categoryNames } from '#shared/domain/category-tree';
import { formatNumber } from '#shared/domain/format';
import { useCategories } from '../../../data/category';
import { collectCase, useCase } from '../../../data/gallery-cases';
import { useFollow } from '../../../data/gallery-people';
import { copyText } from '../../../lib/copy-text';
import { imageUrl } from '../../../lib/image-url';
import { Link } from '../../../lib/router';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { AuthorLine } from '../../../ui/author-line';
import { Button, ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FollowButton } from '../../../ui/follow-button';
import { HeartIcon, ShareIcon } from '../../../ui/icons';
import { Thumb } from '../../../ui/thumb';
import { Waiting } from '../../../ui/waiting';
import styles from './case-screen.css';

interface CaseScreenProps {
  id: string;
  /** Opens a picture of the story in the viewer; its neighbours are the story's. */
  onOpen: (picture: GalleryPicture, story: readonly GalleryPicture[]) => void;
}

/** A case as a story that is read from its lead picture to its end. */
export function CaseScreen({ id, onOpen }: CaseScreenProps) {
  const found = useCase(id);
  if (found.error && !found.data)
    return (
      <EmptyState drawing="lost" title="没有找到这个案例" text={found.error.message} level={1}>
        <ButtonLink to="/caseHome">看其他案例</ButtonLink>
      </EmptyState>
    );
  if (!found.data) return <Waiting label="正在读取案例" rows={3} height={160} />;
  const one = found.data;
  const story = [one.cover, ...one.blocks.flatMap((block) => (block.kind === 'text' ? [] : [block.picture]))].filter(
    ({ id: pictureId }, place, all) => all.findIndex((other) => other.id === pictureId) === place,
  );
  const collect = () =>
    void withLogin(async () => {
      await collectCase(id, !one.isCollected);
      const collectCount = Math.max(0, one.collectCount + (one.isCollected ? -1 : 1));
      found.mutate({ ...one, isCollected: !one.isCollected, collectCount });
    }, '登录后收藏案例').catch(toastFailure);

  return (
    <article className={`grid justify-items-center ${styles.case}`}>
      <Picture picture={one.cover} isLead onOpen={() => onOpen(one.cover, story)} />
      <header className={`grid gap-16 w-full ${styles.head}`}>
        {one.isSample && <span className={`border rounded-chip text-second text-12 ${styles.mark}`}>示例项目</span>}
        <h1>{one.title}</h1>
        <p className={styles.intro}>{one.intro}</p>
        <CaseFacts one={one} />
        <div className="flex flex-wrap gap-8">
          <Button aria-pressed={one.isCollected} onClick={collect}>
            <HeartIcon size={16} fill={one.isCollected ? 'currentColor' : 'none'} />
            {one.isCollected ? '已收藏' : '收藏'}
            {one.collectCount > 0 && <span className="tabular">{formatNumber(one.collectCount)}</span>}
          </Button>
          <Button onClick={() => void copyText(window.location.href.split('#')[0] ?? '', '地址已复制')}>
            <ShareIcon size={16} />
            分享
          </Button>
        </div>
      </header>
      {one.blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a story's parts have no names and keep their places
        <Fragment key={place}>
          <Block block={block} onOpen={(picture) => onOpen(picture, story)} />
        </Fragment>
      ))}
      <CaseEnd one={one} />
    </article>
  );
}

function CaseFacts({ one }: { one: CaseDetail }) {
  const categories = useCategories();
  const names = categoryNames(categories.data ?? [], one.classifyId);
  const rows = [
    ['类型', names.join(' / ')],
    ['地点', one.location],
    ['年份', one.year > 0 ? String(one.year) : ''],
    ['面积', one.areaSquareMetres > 0 ? `${formatNumber(one.areaSquareMetres)} ㎡` : ''],
    ['风格', one.style],
    ['团队', one.team || one.author.name],
  ].filter(([, value]) => value);
  return (
    <dl className={`grid w-full border-y ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {one.sourceUrl && (
        <div>
          <dt>来源</dt>
          <dd>
            <a href={one.sourceUrl} target="_blank" rel="noreferrer noopener">
              {new URL(one.sourceUrl).hostname}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Block({ block, onOpen }: { block: CaseBlock; onOpen: (picture: GalleryPicture) => void }) {
  if (block.kind === 'text')
    return (
      <section className={`w-full ${styles.text}`}>
        {block.heading && <h2>{block.heading}</h2>}
        {block.text.split(/\n+/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    );
  return (
    <Picture
      picture={block.picture}
      caption={block.caption}
      isPlan={block.kind === 'plan'}
      onOpen={() => onOpen(block.picture)}
    />
  );
}

interface PictureProps {
  picture: GalleryPicture;
  caption?: string;
  isPlan?: boolean;
  isLead?: boolean;
  onOpen: () => void;
}

function Picture({ picture, caption, isPlan = false, isLead = false, onOpen }: PictureProps) {
  const { id, imageId, width, height, mainColor, title } = picture;
  const look = isLead
    ? `w-full ${styles.lead}`
    : isPlan
      ? `w-full ${styles.plan}`
      : width < height
        ? `w-full ${styles.upright}`
        : `w-full ${styles.picture}`;
  return (
    <figure className={look}>
      <Link
        to={`#picture-${id}`}
        aria-label={`看大图：${caption || title}`}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <Thumb
          src={imageUrl(imageId, { w: isLead ? 2048 : 1280 })}
          alt={caption || title}
          width={width}
          height={height}
          mainColor={mainColor}
        />
      </Link>
      {caption && (
        <figcaption>
          {isPlan && <b>图纸</b>}
          {caption}
        </figcaption>
      )}
    </figure>
  );
}

/** End of a case: its author, and the next case. */
function CaseEnd({ one }: { one: CaseDetail }) {
  const { author, next } = one;
  const { isFollowed, toggle } = useFollow(author.authorId, one.isFollowed);
  return (
    <footer className={`grid gap-24 w-full border-t ${styles.end}`}>
      <AuthorLine author={author} note={author.isHouse ? '本站编辑整理' : '案例作者'}>
        <FollowButton name={author.name} isFollowed={isFollowed} onToggle={toggle} />
      </AuthorLine>
      {one.isSample && (
        <p className="text-second text-13">示例项目由本站编辑撰写，图片用本站的渲染器生成，不是真实建成的项目。</p>
      )}
      {next ? (
        <Link to={`/insHomeByCase/${next.id}`} className={styles.next}>
          <small>下一个案例</small>
          <span>{next.title}</span>
        </Link>
      ) : (
        <Link to="/caseHome" className={styles.next}>
          <small>读完了</small>
          <span>看全部案例</span>
        </Link>
      )}
    </footer>
  );
}
