import type { TaskImage } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useToolCards } from '@/lib/use-tool-cards';
import { buttonLook } from '@/ui/button';
import { Popover } from '@/ui/popover';
import { ToolTargets } from '@/ui/tool-targets';
import { SendIcon } from './icons';
import styles from './result-actions.css';

interface SendMenuProps {
  image: TaskImage;
  taskId: string;
  targets: readonly DefinedTool[];
}

/** Goes on with a result in another tool, as its base or its reference; type and style go along with a base. */
export function SendMenu({ image, taskId, targets }: SendMenuProps) {
  const references = useToolCards().filter((card) => card.takesReference);
  return (
    <Popover
      align="end"
      triggerClassName={buttonLook({ look: 'quiet', size: 'small' })}
      panelClassName={styles.sendPanel}
      trigger={
        <>
          <SendIcon />
          发送到…
        </>
      }
    >
      {(close) => (
        <ToolTargets imageId={image.imageId} taskId={taskId} bases={targets} references={references} onGo={close} />
      )}
    </Popover>
  );
}
