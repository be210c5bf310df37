import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { BareButton } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { HeartIcon, MoreIcon } from '../../ui/icons';
import { Menu } from '../../ui/menu';
import styles from './picture-card.css';
import { usePictureActs } from './use-picture-acts';

/** What stands on a card under the pointer, with the focus, or after a long press. */
export function CardActs({ picture }: { picture: GalleryPicture }) {
  const acts = usePictureActs(picture);
  const useAsBase = acts.use('base');
  const useAsReference = acts.use('reference');
  return (
    <div className={styles.acts} data-theme="dark">
      <div className={styles.actsTop}>
        <IconButton
          label={picture.isCollected ? '取消收藏' : '收藏'}
          aria-pressed={picture.isCollected}
          isRound
          className={styles.collect}
          onClick={acts.toggleCollected}
        >
          <HeartIcon size={18} fill={picture.isCollected ? 'currentColor' : 'none'} />
        </IconButton>
      </div>
      <div className={styles.actsFoot}>
        <span className={styles.title}>{picture.title}</span>
        <div className={styles.ways}>
          {useAsBase && (
            <BareButton className={styles.way} onClick={useAsBase}>
              用作底图
            </BareButton>
          )}
          {useAsReference && (
            <BareButton className={styles.way} onClick={useAsReference}>
              用作参考图
            </BareButton>
          )}
          <BareButton className={styles.way} onClick={acts.findSimilar}>
            找相似
          </BareButton>
          <Menu
            trigger={<MoreIcon size={16} />}
            label="更多"
            align="end"
            triggerClassName={styles.way}
            acts={[
              { label: '下载', act: acts.download },
              { label: '不感兴趣', act: acts.hide },
              { label: '举报', act: acts.report },
            ]}
          />
        </div>
      </div>
    </div>
  );
}
