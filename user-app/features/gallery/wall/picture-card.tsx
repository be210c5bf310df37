import { type CSSProperties, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { pictureHash, pictureSourceWords } from '#shared/domain/gallery';
import { galleryWidths } from '#shared/domain/image-url';
import { useGalleryPicture, useIsHidden } from '../../../data/gallery-pictures';
import { classNames } from '../../../lib/class-names';
import { imageUrl } from '../../../lib/image-url';
import { BareButton } from '../../../ui/button';
import { CheckIcon, HeartIcon } from '../../../ui/icons';
import { CardActs } from './card-acts';
import styles from './picture-card.css';
import { blurOf } from './thumb-hash';

interface PictureCardProps {
  id: number;
  /** Place in the list, and how many there are. */
  at: number;
  total: number;
  left: number;
  top: number;
  width: number;
  height: number;
  colour: number;
  /** The Tab key enters the wall here. */
  isCurrent: boolean;
  /** The picture could not be read; it may be tried again. */
  fault: 'missing' | 'gone' | undefined;
  /** Only the box: the wall is flying by. */
  isBox: boolean;
  /** Undefined where nothing is chosen. */
  isSelected: boolean | undefined;
  canMove: boolean;
  /** One of the first pictures of the page, which are asked for before all else. */
  isFirst: boolean;
}

const widthFor = (width: number) =>
  galleryWidths.find((offered) => offered >= width * Math.min(window.devicePixelRatio, 2)) ?? galleryWidths[2];

/** Time that a finger rests until the actions are shown, and that an image loads until its blurred one is, ms. */
const longPressMs = 450;
const blurAfterMs = 80;

const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;

const labelOf = (picture: GalleryPicture | undefined) =>
  picture ? `${picture.title}，${pictureSourceWords[picture.source]}` : '图片';

/** A picture in its box. The wall catches presses and keys. */
export const PictureCard = memo(function PictureCard(props: PictureCardProps) {
  const { id, at, total, left, top, width, height, colour, isBox, fault, isSelected, canMove } = props;
  const picture = useGalleryPicture(id);
  const isHidden = useIsHidden(id);
  const [isActive, setActive] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const press = useRef<number>();
  const isPictured = picture !== undefined && !isBox && !isHidden;
  const style: CSSProperties = {
    width,
    height,
    transform: `translate(${left}px, ${top}px)`,
    backgroundColor: isHidden ? undefined : hex(colour),
  };
  const letGo = () => window.clearTimeout(press.current);

  return (
    <article
      className={classNames(
        'absolute top-0 left-0 rounded-card select-none',
        styles.card,
        isHidden && 'bg-sunken',
        isSelected && styles.selected,
      )}
      style={style}
      aria-posinset={at + 1}
      aria-setsize={total}
      aria-label={picture?.title ?? '图片'}
      data-at={at}
      data-id={id}
      draggable={canMove || undefined}
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && setActive(true)}
      onPointerLeave={() => {
        letGo();
        setActive(false);
      }}
      onFocus={(event) => event.target.matches(':focus-visible') && setActive(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setActive(false)}
      onPointerDown={(event) => {
        if (event.pointerType === 'mouse') return;
        press.current = window.setTimeout(setActive, longPressMs, true);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {isHidden ? (
        <p className={styles.note}>不再显示</p>
      ) : (
        <a
          href={pictureHash(id)}
          className={`block w-full h-full overflow-hidden ${styles.cover}`}
          tabIndex={props.isCurrent ? 0 : -1}
          aria-label={labelOf(picture)}
          {...(isSelected === undefined ? {} : { role: 'checkbox', 'aria-checked': isSelected })}
          draggable={false}
        >
          {isPictured && !isBroken && (
            <Face picture={picture} width={width} isFirst={props.isFirst} onBroken={() => setBroken(true)} />
          )}
        </a>
      )}
      <Faults
        isGone={fault === 'gone'}
        onRetry={isPictured && isBroken ? () => setBroken(false) : undefined}
        isMissing={fault === 'missing' && !picture}
      />
      {isPictured && (
        <span className={`absolute z-page p-0-8 rounded-chip text-paper text-12 pointer-events-none ${styles.source}`}>
          {pictureSourceWords[picture.source]}
        </span>
      )}
      {isSelected !== undefined && (
        <span
          className={`grid absolute place-items-center rounded-chip text-paper pointer-events-none ${styles.tick}`}
          aria-hidden="true"
        >
          {isSelected && <CheckIcon size={16} />}
        </span>
      )}
      {isPictured && isSelected === undefined && <OwnMarks picture={picture} isActive={isActive} />}
    </article>
  );
});

interface FaultsProps {
  /** The picture has left the gallery. */
  isGone: boolean;
  /** Its record could not be read; the wall hears the press that has it read again. */
  isMissing: boolean;
  /** Given while its image could not be loaded. */
  onRetry: (() => void) | undefined;
}

function Faults({ isGone, isMissing, onRetry }: FaultsProps) {
  return (
    <>
      {isGone && <p className={styles.note}>图片已不在图库</p>}
      {onRetry && (
        <BareButton className={styles.retry} onClick={onRetry}>
          没有读到，重试
        </BareButton>
      )}
      {isMissing && (
        <BareButton className={styles.retry} data-act="retry">
          没有读到，重试
        </BareButton>
      )}
    </>
  );
}

/** The actions while the card is active, else the mark of a collected picture. */
function OwnMarks({ picture, isActive }: { picture: GalleryPicture; isActive: boolean }) {
  if (isActive) return <CardActs picture={picture} />;
  return picture.isCollected ? (
    <span
      className={`grid absolute place-items-center rounded-chip text-paper pointer-events-none ${styles.collected}`}
      role="img"
      aria-label="已收藏"
    >
      <HeartIcon size={16} fill="currentColor" />
    </span>
  ) : null;
}

interface FaceProps {
  picture: GalleryPicture;
  width: number;
  isFirst: boolean;
  onBroken: () => void;
}

/** The picture, over a blurred one as long as it is not there. */
function Face({ picture, width, isFirst, onBroken }: FaceProps) {
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const timer = window.setTimeout(() => {
      const blur = image.current?.complete === false ? blurOf(picture.thumbHash) : undefined;
      if (blur && image.current) image.current.style.backgroundImage = `url(${blur})`;
    }, blurAfterMs);
    return () => window.clearTimeout(timer);
  }, [picture.thumbHash]);

  return (
    <img
      ref={image}
      src={imageUrl(picture.imageId, { w: widthFor(width) })}
      alt=""
      decoding="async"
      draggable={false}
      // Whatever else the page asks for goes before the many.
      {...{ fetchpriority: isFirst ? 'high' : 'low' }}
      onLoad={(event) => {
        event.currentTarget.style.backgroundImage = '';
      }}
      onError={onBroken}
    />
  );
}
