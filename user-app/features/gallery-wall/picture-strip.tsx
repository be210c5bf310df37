import { Link } from '@umijs/max';
import type { PictureFilters } from '#shared/contract/gallery-picture';
import { pictureHash } from '#shared/domain/gallery';
import { useListState, usePictureList } from '../../data/gallery';
import { useGalleryPicture } from '../../data/gallery-pictures';
import { galleryImageUrl } from '../../lib/image-url';
import { Section } from '../../ui/page';
import { Thumb } from '../../ui/thumb';
import { openPicture } from './open-picture';
import styles from './picture-strip.css';

interface PictureStripProps {
  title: string;
  filters: Partial<PictureFilters>;
  /** Where all of them are. */
  more: string;
}

const shownPictures = 12;

/** The first pictures of a list side by side. Nothing stands there while there are none. */
export function PictureStrip({ title, filters, more }: PictureStripProps) {
  const shelved = usePictureList({ filters });
  const count = useListState(shelved, (state) => Math.min(shownPictures, state.count));
  if (count === 0) return null;
  return (
    <Section title={title} aside={<Link to={more}>全部</Link>}>
      <ul className={styles.strip}>
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
