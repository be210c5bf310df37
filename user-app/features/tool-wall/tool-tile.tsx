import { Link } from '@umijs/max';
import { groundOf, isSameView, sampleByName, sampleUrl } from '../../data/samples';
import { classNames } from '../../lib/class-names';
import { favoriteTools } from '../../lib/local-list';
import { priceWords, type ToolCard } from '../../lib/tool-card';
import { BeforeAfter } from '../../ui/before-after';
import { StarIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import styles from './tool-tile.css';

const thumbRatio = 8 / 5;

/** A tool with its own before and after, its price, and a star to keep it. */
export function ToolTile({ card }: { card: ToolCard }) {
  const isFavorite = favoriteTools.use().includes(card.id);
  return (
    <article className={styles.tile}>
      <ToolPicture card={card} />
      <div className={styles.text}>
        <p className={styles.title}>
          <ToolIcon toolId={card.id} size={18} className={styles.icon} />
          <Link to={card.path} className={styles.link}>
            {card.title}
          </Link>
        </p>
        <span className={classNames(styles.price, 'tabular')}>{priceWords(card)}</span>
        <p className={styles.summary} title={card.summary}>
          {card.summary}
        </p>
      </div>
      <button
        type="button"
        className={styles.star}
        aria-pressed={isFavorite}
        aria-label={`收藏${card.title}`}
        title={isFavorite ? '取消收藏' : '收藏'}
        onClick={() => favoriteTools.toggle(card.id)}
      >
        <StarIcon size={16} />
      </button>
    </article>
  );
}

/** Overlaid where both pictures show one view; side by side where they do not; alone where there is only one. */
function ToolPicture({ card }: { card: ToolCard }) {
  const before = sampleByName(card.sample?.before);
  const after = sampleByName(card.sample?.after);
  const only = after ?? before;
  if (!only) {
    return (
      <div className={styles.blank} style={{ aspectRatio: thumbRatio }}>
        <ToolIcon toolId={card.id} size={44} />
      </div>
    );
  }
  if (!before || !after || before.name === after.name) {
    return (
      <div className={styles.single} style={{ aspectRatio: thumbRatio, backgroundColor: groundOf(only) }}>
        <img src={sampleUrl(only, 'thumb')} alt="" loading="lazy" decoding="async" />
      </div>
    );
  }
  if (!isSameView(before, after)) {
    return (
      <div className={styles.pair} style={{ aspectRatio: thumbRatio }}>
        {[before, after].map((sample) => (
          <img
            key={sample.name}
            src={sampleUrl(sample, 'thumb')}
            alt=""
            loading="lazy"
            decoding="async"
            style={{ backgroundColor: groundOf(sample) }}
          />
        ))}
      </div>
    );
  }
  return (
    <BeforeAfter
      ratio={thumbRatio}
      before={{ src: sampleUrl(before, 'thumb'), alt: '', mainColor: before.mainColor }}
      after={{ src: sampleUrl(after, 'thumb'), alt: '', mainColor: after.mainColor }}
    />
  );
}
