import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { useDownloadWords } from '../../../../data/gallery-downloads';
import { copyText } from '../../../../lib/copy-text';
import { recentTools } from '../../../../lib/local-list';
import { useToolCards } from '../../../../lib/use-tool-cards';
import { buttonLook } from '../../../../ui/button';
import { IconButton, iconButtonLook } from '../../../../ui/icon-button';
import { DownloadIcon, MoreIcon } from '../../../../ui/icons';
import { ToolIcon } from '../../../../ui/icons/tool-icon';
import { Menu } from '../../../../ui/menu';
import { CollectButton } from '../collect-button';
import { takeToTool, toolsFor } from '../picture-tools';
import { usePictureActs } from '../use-picture-acts';
import styles from './picture-viewer.css';

const purposes = [
  ['base', '用作底图'],
  ['reference', '用作参考图'],
] as const;

/** Acts on the open picture. */
export function ViewerActs({ picture }: { picture: GalleryPicture }) {
  const acts = usePictureActs(picture);
  const downloadWords = useDownloadWords();
  const cards = useToolCards();
  const recent = recentTools.use();
  return (
    <div className={`row gap-4 ${styles.acts}`} role="toolbar" aria-label="对这张图">
      <CollectButton picture={picture} acts={acts} />
      <IconButton label={downloadWords} onClick={acts.download}>
        <DownloadIcon />
      </IconButton>
      {purposes.map(([purpose, label]) => {
        const tools = toolsFor(picture, purpose, cards, recent);
        if (tools.length === 0) return null;
        return (
          <Menu
            key={purpose}
            trigger={label}
            align="end"
            triggerClassName={buttonLook({ look: 'quiet', size: 'small' })}
            acts={tools.map((card) => ({
              label: card.title,
              icon: <ToolIcon toolId={card.id} size={18} />,
              act: () => takeToTool(card, picture, purpose),
            }))}
          />
        );
      })}
      <Menu
        trigger={<MoreIcon />}
        label="更多"
        align="end"
        triggerClassName={iconButtonLook()}
        acts={[
          { label: '找相似', act: acts.findSimilar },
          { label: '复制链接', act: () => void copyText(window.location.href, '链接已复制') },
          { label: '不感兴趣', act: acts.hide },
          { label: '举报', act: acts.report },
        ]}
      />
    </div>
  );
}
