import type { PictureFilters } from '#shared/contract/gallery-picture';
import { pictureHash } from '#shared/domain/gallery';
import { useListState, usePictureList } from '../../../data/gallery';
import { useGalleryPicture } from '../../../data/gallery-pictures';
import { galleryImageUrl } from '../../../lib/image-url';
import { Link } from '../../../lib/router';
import { Section } from '../../../ui/page';
import { Thumb } from '../../../ui/thumb';
import { openPicture } from './open-picture';
import styles from './picture-strip.css';

interface PictureStripProps {
  title: string;
  filters: Partial<PictureFilters>;
  /** Address of the whole list. */
  more: string;
}

const shownPictures = 12;
const places = Array.from({ length: shownPictures }, (_, place) => place);

/** The first pictures of a list side by side, in a place that is held while they are read. */
export function PictureStrip({ title, filters, more }: PictureStripProps) {
  const shelved = usePictureList({ filters });
  const { count: all, isReady, error } = useListState(shelved, (state) => state);
  const count = Math.min(shownPictures, all);
  if (isReady ? count === 0 : error) return null;
  return (
    <Section title={title} aside={<Link to={more}>全部</Link>}>
      <ul
        className={`flex gap-16 overflow-x-auto ${styles.strip}`}
        aria-busy={!isReady}
        data-holds-place={!isReady || undefined}
      >
        {!isReady &&
          places.map((place) => (
            <li key={place} aria-hidden="true">
              <span />
            </li>
          ))}
        {shelved.list.boxes.ids.slice(0, count).map((id) => (
          <li key={id}>
            <a
              href={pictureHash(id)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                openPicture(id, shelved);
              }}
            >
              <StripPicture id={id} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function StripPicture({ id }: { id: number }) {
  const picture = useGalleryPicture(id);
  if (!picture) return null;
  const { imageId, title, width, height, mainColor } = picture;
  return <Thumb src={galleryImageUrl(imageId)} alt={title} width={width} height={height} mainColor={mainColor} />;
}
