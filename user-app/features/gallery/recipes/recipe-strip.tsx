import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { usePictureDetail, useSomePictures } from '../../../data/gallery-rows';
import { imageUrl } from '../../../lib/image-url';
import { Link } from '../../../lib/router';
import type { ToolCard } from '../../../lib/tool-card';
import { Thumb } from '../../../ui/thumb';
import styles from './recipe-strip.css';

const shown = 4;
const places = Array.from({ length: shown }, (_, place) => place);

/** Pictures of the gallery with the tool and the words they were made with. */
export function RecipeStrip({
  cards,
  onOpen,
}: {
  cards: readonly ToolCard[];
  onOpen: (picture: GalleryPicture) => void;
}) {
  const { data, error } = useSomePictures({ kind: ['picture'], sort: 'recommended' }, shown);
  if (data ? data.list.length === 0 : error) return null;
  return (
    <section className={styles.section}>
      <div className={`flex items-baseline justify-between mb-12 ${styles.head}`}>
        <h2>用这些工具做出来的</h2>
        <Link to="/tupianHome">看全部图片</Link>
      </div>
      <ul className={`grid gap-16 overflow-x-auto ${styles.strip}`} aria-busy={!data}>
        {!data &&
          places.map((place) => (
            <li key={place} aria-hidden="true" className={styles.recipe}>
              <span className={styles.picture} />
              <p className={styles.words} />
              <span className={styles.tool} />
            </li>
          ))}
        {data?.list.map((picture) => (
          <li key={picture.id}>
            <Recipe picture={picture} cards={cards} onOpen={() => onOpen(picture)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RecipeProps {
  picture: GalleryPicture;
  cards: readonly ToolCard[];
  onOpen: () => void;
}

function Recipe({ picture, cards, onOpen }: RecipeProps) {
  const { id, imageId, title, mainColor } = picture;
  const { data } = usePictureDetail(id);
  const recipe = data?.recipe;
  const card = recipe && cards.find((known) => known.id === recipe.tool);
  const words = recipe?.params.promptTxt;
  return (
    <article className={styles.recipe}>
      <Link
        to={`#picture-${id}`}
        aria-label={`看大图：${title}`}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <Thumb className={styles.picture} src={imageUrl(imageId, { w: 640 })} alt="" mainColor={mainColor} isCropped />
      </Link>
      <p className={styles.words}>{typeof words === 'string' && words ? `“${words}”` : title}</p>
      <span className={styles.tool}>{card && <Link to={card.path}>{card.title}</Link>}</span>
    </article>
  );
}
