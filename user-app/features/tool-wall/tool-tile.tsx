import { isSameShape, resultOf, resultUrl } from '../../data/results';
import { useToolPrices } from '../../data/tool-prices';
import { classNames } from '../../lib/class-names';
import { favoriteTools } from '../../lib/local-list';
import { Link } from '../../lib/router';
import type { ToolCard } from '../../lib/tool-card';
import { BeforeAfter } from '../../ui/before-after';
import { BareButton } from '../../ui/button';
import { StarIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import styles from './tool-tile.css';

const thumbRatio = 8 / 5;

/** A tool with its own before and after, its price, and a star to keep it. */
export function ToolTile({ card }: { card: ToolCard }) {
  const priceOf = useToolPrices();
  const isFavorite = favoriteTools.use().includes(card.id);
  return (
    <article className={`stack relative min-w-0 overflow-hidden border rounded-card bg-surface ${styles.tile}`}>
      <ToolPicture card={card} />
      <div className={`grid items-center ${styles.text}`}>
        <p className={`row gap-8 min-w-0 font-semibold ${styles.title}`}>
          <ToolIcon toolId={card.id} size={18} className={`flex-none text-second ${styles.icon}`} />
          <Link to={card.path} className={`truncate ${styles.link}`}>
            {card.title}
          </Link>
        </p>
        <span className={classNames('text-second text-12 nowrap', 'tabular')}>{priceOf(card)}</span>
        <p className={`truncate col-span-full text-second text-13 ${styles.summary}`} title={card.summary}>
          {card.summary}
        </p>
      </div>
      <BareButton
        className={`inline-flex absolute z-page items-center justify-center rounded-chip text-ink ${styles.star}`}
        aria-pressed={isFavorite}
        aria-label={`收藏${card.title}`}
        title={isFavorite ? '取消收藏' : '收藏'}
        onClick={() => favoriteTools.toggle(card.id)}
      >
        <StarIcon size={16} />
      </BareButton>
    </article>
  );
}

/** Overlaid where both pictures have one shape; side by side where they have not; alone where a tool starts from words. */
function ToolPicture({ card }: { card: ToolCard }) {
  const result = resultOf(card.id);
  if (!result) {
    return (
      <div className="row justify-center bg-sunken text-second" style={{ aspectRatio: thumbRatio }}>
        <ToolIcon toolId={card.id} size={44} />
      </div>
    );
  }
  const { before, after } = result;
  if (!before) {
    return (
      <div
        className={`overflow-hidden ${styles.single}`}
        style={{ aspectRatio: thumbRatio, backgroundColor: after.mainColor }}
      >
        <img src={resultUrl(after, 'thumb')} alt="" loading="lazy" decoding="async" />
      </div>
    );
  }
  if (!isSameShape(before, after)) {
    return (
      <div className={`grid overflow-hidden ${styles.pair}`} style={{ aspectRatio: thumbRatio }}>
        {[before, after].map((picture) => (
          <img
            key={picture.file}
            src={resultUrl(picture, 'thumb')}
            alt=""
            loading="lazy"
            decoding="async"
            style={{ backgroundColor: picture.mainColor }}
          />
        ))}
      </div>
    );
  }
  return (
    <BeforeAfter
      ratio={thumbRatio}
      before={{ src: resultUrl(before, 'thumb'), alt: '', mainColor: before.mainColor }}
      after={{ src: resultUrl(after, 'thumb'), alt: '', mainColor: after.mainColor }}
    />
  );
}
