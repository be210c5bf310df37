import { useImageSets } from '../../data/gallery';
import { useCurrentUser } from '../../data/user';
import { GallerySearch } from '../../features/gallery/search/gallery-search';
import { PictureStrip } from '../../features/gallery/wall/picture-strip';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { galleryImageUrl } from '../../lib/image-url';
import { Link } from '../../lib/router';
import { Section } from '../../ui/page';
import { Thumb } from '../../ui/thumb';
import styles from './discover.css';
import { GalleryFrame } from './gallery-frame';

const setCount = 6;
const places = Array.from({ length: setCount }, (_, place) => place);

/** New and popular pictures; below, everything. */
export default function Discover() {
  const { data: sets, error } = useImageSets(setCount);
  const { user } = useCurrentUser();
  return (
    <GalleryFrame search={<GallerySearch />} isTitleHidden>
      <PictureStrip title="最新" filters={{ sort: 'newest' }} more="/tupianHome?sort=newest" />
      <PictureStrip title="最热" filters={{ sort: 'popular' }} more="/tupianHome?sort=popular" />
      {(sets ? sets.list.length > 0 : !error) && (
        <Section title="图集" aside={<Link to="/seachInspiration">全部图集</Link>}>
          <ul className={`grid gap-16 ${styles.sets}`} aria-busy={!sets}>
            {!sets &&
              places.map((place) => (
                <li key={place} aria-hidden="true">
                  <span className={styles.cover} />
                  <span>&nbsp;</span>
                </li>
              ))}
            {sets?.list.map(({ id, title, covers, pictureCount }) => (
              <li key={id}>
                <Link to={`/authorInspirationhome/${id}`}>
                  {covers[0] && (
                    <Thumb
                      src={galleryImageUrl(covers[0].imageId)}
                      alt=""
                      mainColor={covers[0].mainColor}
                      isCropped
                      className={styles.cover}
                    />
                  )}
                  <span>{title}</span>
                  <small>{pictureCount} 张</small>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {/* Where there may be none, nothing that is seen moves when it goes. */}
      {user && (
        <PictureStrip
          title="关注的人的新作"
          filters={{ sort: 'newest', isFollowed: true }}
          more="/tupianHome?sort=newest&isFollowed=1"
        />
      )}
      <Section title="推荐" aside={<Link to="/tupianHome">灵感图库</Link>}>
        <PictureWall filters={{}} />
      </Section>
    </GalleryFrame>
  );
}
