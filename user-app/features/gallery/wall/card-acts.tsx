import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { useDownloadWords } from '../../../data/gallery-downloads';
import { BareButton } from '../../../ui/button';
import { MoreIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import { CollectButton } from './collect-button';
import styles from './picture-card.css';
import { usePictureActs } from './use-picture-acts';

/** Acts on a card, shown under the pointer, with the focus, or after a long press. */
export function CardActs({ picture }: { picture: GalleryPicture }) {
  const acts = usePictureActs(picture);
  const downloadWords = useDownloadWords();
  const useAsBase = acts.use('base');
  const useAsReference = acts.use('reference');
  return (
    <div
      className={`stack absolute inset-0 justify-between text-paper pointer-events-none ${styles.acts}`}
      data-theme="dark"
    >
      <div className={`flex p-4 ${styles.actsTop}`}>
        <CollectButton picture={picture} acts={acts} iconSize={18} isRound className={styles.collect} />
      </div>
      <div className="p-8">
        <span className={`truncate block text-13 ${styles.title}`}>{picture.title}</span>
        <div className="flex flex-wrap gap-4">
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
              { label: downloadWords, act: acts.download },
              { label: '不感兴趣', act: acts.hide },
              { label: '举报', act: acts.report },
            ]}
          />
        </div>
      </div>
    </div>
  );
}
