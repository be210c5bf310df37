import type { DefinedTool } from '#shared/tools/define-tool';
import { openPalette } from '@/features/palette/door';
import { BareButton, Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { ChevronIcon, KeysIcon } from './icons';
import styles from './workbench-header.css';

interface WorkbenchHeaderProps {
  tool: DefinedTool;
  isEmpty: boolean;
  onEmpty: () => void;
  onShortcuts: () => void;
}

/** Title and summary of the tool; without the rail, the title opens the list of tools. */
export function WorkbenchHeader({ tool, isEmpty, onEmpty, onShortcuts }: WorkbenchHeaderProps) {
  return (
    <header className={`border-b ${styles.header}`}>
      <div className={`row gap-8 ${styles.heading}`}>
        <h1>
          {tool.title}
          <BareButton
            className={`hidden ${styles.switch}`}
            aria-haspopup="dialog"
            aria-label={`${tool.title}，换一个工具`}
            onClick={() => openPalette('tools')}
          >
            <ChevronIcon size={16} />
          </BareButton>
        </h1>
        <IconButton size="small" label="快捷键" tip="快捷键（?）" className={styles.keys} onClick={onShortcuts}>
          <KeysIcon />
        </IconButton>
        <Button look="quiet" size="small" disabled={isEmpty} onClick={onEmpty}>
          新建
        </Button>
      </div>
      <p>{tool.summary}</p>
    </header>
  );
}
