import { useState } from 'react';
import type { GalleryPicture, GalleryPictureDetail } from '#shared/contract/gallery-picture';
import { pathTo } from '#shared/domain/category-tree';
import { galleryColours, pictureSourceWords } from '#shared/domain/gallery';
import { useCategories } from '../../../../data/category';
import { followAuthor, useLikePictures } from '../../../../data/gallery';
import { galleryImageUrl } from '../../../../lib/image-url';
import { history, Link } from '../../../../lib/router';
import { toastFailure } from '../../../../lib/toast';
import { useToolCards } from '../../../../lib/use-tool-cards';
import { withLogin } from '../../../../lib/with-login';
import { Button } from '../../../../ui/button';
import { IconButton } from '../../../../ui/icon-button';
import { CloseIcon } from '../../../../ui/icons';
import { Thumb } from '../../../../ui/thumb';
import { showPicture } from '../open-picture';
import styles from './picture-panel.css';

const stripSize = 9;

interface PicturePanelProps {
  picture: GalleryPicture;
  /** Undefined while it is on its way. */
  detail: GalleryPictureDetail | undefined;
  onClose: () => void;
}

/** Facts of a picture, and links to related pages. */
export function PicturePanel({ picture, detail, onClose }: PicturePanelProps) {
  const { data: categories = [] } = useCategories();
  const path = pathTo(categories, picture.classifyId).slice(0, 3);
  return (
    <aside className={`relative overflow-y-auto bg-surface ${styles.panel}`} aria-label="图片信息">
      <IconButton label="收起图片信息" size="small" className={`absolute ${styles.close}`} onClick={onClose}>
        <CloseIcon size={16} />
      </IconButton>
      <h2>{picture.title}</h2>
      <p className="mt-4 text-second text-13">
        {pictureSourceWords[picture.source]} · <span className="tabular">{`${picture.width} × ${picture.height}`}</span>
        {detail?.view && ` · ${detail.view}`}
        {detail?.time && ` · ${detail.time}`}
      </p>
      <AuthorLine key={picture.author.authorId} picture={picture} detail={detail} />
      {detail?.description && <p className={styles.text}>{detail.description}</p>}
      {path.length > 0 && (
        <nav aria-label="分类" className={styles.line}>
          {path.map(({ id, name }, level) => (
            <Link
              key={id}
              to={`/classifyPage/${path
                .slice(0, level + 1)
                .map((category) => category.id)
                .join('-')}`}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {detail && detail.tags.length > 0 && (
        <nav aria-label="标签" className={styles.line}>
          {detail.tags.map((tag) => (
            <Link key={tag} to={`/tupianHome?keyword=${encodeURIComponent(tag)}`}>
              {tag}
            </Link>
          ))}
        </nav>
      )}
      {detail && detail.colours.length > 0 && (
        <nav aria-label="颜色" className={styles.line}>
          {detail.colours.map((colour) => (
            <Link key={colour} to={`/tupianHome?colour=${colour}`} className={styles.colour}>
              <span style={{ backgroundColor: galleryColours[colour].swatch }} />
              {galleryColours[colour].name}
            </Link>
          ))}
        </nav>
      )}
      {detail?.recipe && <Recipe recipe={detail.recipe} />}
      {detail && detail.imageSets.length > 0 && (
        <Links title="收进的图集" base="/authorInspirationhome" entries={detail.imageSets} />
      )}
      {detail && detail.cases.length > 0 && <Links title="用到的案例" base="/insHomeByCase" entries={detail.cases} />}
      {detail?.sourceUrl && (
        <p className={styles.text}>
          来源：
          <a href={detail.sourceUrl} target="_blank" rel="noreferrer nofollow">
            {new URL(detail.sourceUrl).host}
          </a>
        </p>
      )}
      <LikeStrip id={picture.id} />
    </aside>
  );
}

function AuthorLine({ picture, detail }: Pick<PicturePanelProps, 'picture' | 'detail'>) {
  const { author, isOwn } = picture;
  const [isFollowed, setFollowed] = useState<boolean>();
  const follows = isFollowed ?? detail?.isFollowed ?? false;
  const toggle = () => {
    setFollowed(!follows);
    withLogin(() => followAuthor(author.authorId, !follows), '登录后关注作者').catch((error: unknown) => {
      setFollowed(follows);
      toastFailure(error);
    });
  };
  return (
    <div className={`row justify-between gap-12 ${styles.author}`}>
      <Link to={`/otherPersonCenter/${author.authorId}`}>
        {author.avatar && <img src={author.avatar} alt="" width={28} height={28} />}
        <span>{author.name}</span>
        {author.isHouse && <small>编辑</small>}
      </Link>
      {!isOwn && detail && (
        <Button size="small" aria-pressed={follows} onClick={toggle}>
          {follows ? '已关注' : '关注'}
        </Button>
      )}
    </div>
  );
}

function Recipe({ recipe }: { recipe: NonNullable<GalleryPictureDetail['recipe']> }) {
  const card = useToolCards().find(({ id }) => id === recipe.tool);
  if (!card) return null;
  return (
    <div className={`row justify-between gap-12 p-12 border rounded-card text-13 ${styles.recipe}`}>
      <span>由{card.title}生成</span>
      <Button size="small" look="primary" onClick={() => history.push(card.path, { draft: recipe.params })}>
        做同款
      </Button>
    </div>
  );
}

function Links({ title, base, entries }: { title: string; base: string; entries: { id: string; title: string }[] }) {
  return (
    <section className={styles.links}>
      <h3>{title}</h3>
      {entries.map((entry) => (
        <Link key={entry.id} to={`${base}/${entry.id}`}>
          {entry.title}
        </Link>
      ))}
    </section>
  );
}

function LikeStrip({ id }: { id: number }) {
  const { data: pictures = [] } = useLikePictures(id, stripSize);
  if (pictures.length === 0) return null;
  return (
    <section className={styles.links}>
      <h3>
        相似图片 <Link to={`/similar/${id}`}>全部</Link>
      </h3>
      <div className={`grid gap-8 ${styles.strip}`}>
        {pictures.map(({ id: other, imageId, title, mainColor }) => (
          <a
            key={other}
            href={`#picture-${other}`}
            onClick={(event) => {
              event.preventDefault();
              showPicture(other);
            }}
          >
            <Thumb src={galleryImageUrl(imageId)} alt={title} mainColor={mainColor} isCropped />
          </a>
        ))}
      </div>
    </section>
  );
}
