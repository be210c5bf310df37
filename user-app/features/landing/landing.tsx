import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { formatNumber } from '#shared/domain/format';
import { useSomePictures } from '../../data/gallery-rows';
import { imageUrl } from '../../lib/image-url';
import { Link } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { Thumb } from '../../ui/thumb';
import styles from './landing.css';

const steps = [
  ['找到它', '按类型、颜色、视角和时间找参考，也可以用自己的图找相似的。'],
  ['用上它', '看中的图一步送进工具：当参考图、当底图，或者照着参数做同款。'],
  ['留下它', '收进图集排好顺序，给自己看或公开；结果审核后也能进图库。'],
] as const;

/** Introduction of the product for first visits: three of its pictures and one way in. */
export function Landing() {
  const all = useSomePictures({}, 1);
  const wide = { kind: ['picture' as const], orientation: ['landscape' as const] };
  // One of each: a building, a room, a district from above.
  const pictures = [
    useSomePictures({ ...wide, classifyId: '1' }, 1),
    useSomePictures({ ...wide, classifyId: '5' }, 1),
    useSomePictures({ ...wide, classifyId: '4' }, 1),
  ].map(({ data }) => data?.list[0]);
  const count = all.data?.total ?? 0;
  return (
    <div className={`grid ${styles.landing}`}>
      <header className={`grid gap-24 ${styles.head}`}>
        <h1>
          看到一张好图，
          <br />
          接着做成自己的方案
        </h1>
        <div className={`grid gap-12 ${styles.words}`}>
          <p>
            筑绘 AI 是给建筑、室内和景观设计师的出图工具，带一座可以边看边用的灵感图库
            {count > 0 && `，现在有 ${formatNumber(count)} 张图`}
            {!all.data && !all.error && <span className={styles.coming}>，现在有 1,000 张图</span>}。
          </p>
          <ButtonLink to="/tupianHome" look="primary" size="large">
            进入灵感图库
          </ButtonLink>
          <small>不用登录就能看；收藏、下载和出图时再登录。</small>
        </div>
      </header>
      <ol className={`grid gap-24 ${styles.steps}`}>
        {steps.map(([title, text], place) => (
          <li key={title}>
            <StepPicture picture={pictures[place]} />
            <h2>
              <span className="tabular">{place + 1}</span>
              {title}
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepPicture({ picture }: { picture: GalleryPicture | undefined }) {
  if (!picture) {
    return (
      <span aria-hidden="true">
        <span className={`bg-sunken ${styles.blank}`} />
        <small>&nbsp;</small>
      </span>
    );
  }
  const { id, imageId, title, mainColor } = picture;
  return (
    <Link to={`/tupianHome#picture-${id}`} aria-label={`看大图：${title}`}>
      <Thumb className={styles.picture} src={imageUrl(imageId, { w: 960 })} alt="" mainColor={mainColor} isCropped />
      <small>{title}</small>
    </Link>
  );
}
