import type { ToolAnswer } from '#shared/contract/task';
import { useToolCards } from '../../../lib/use-tool-cards';
import { Popover } from '../../../ui/popover';
import { ToolTargets } from '../../../ui/tool-targets';
import { SendIcon } from '../icons';
import styles from './send-menu.css';

interface SendMenuProps {
  imageId: string;
  /** The task that made the picture; the next one descends from it. */
  taskId: string | undefined;
  fromTool: string | undefined;
  tools: readonly ToolAnswer[];
  align?: 'start' | 'end';
}

/** Returns true when a tool can run now and starts from one picture. */
function takesOnePicture({ engines, fields }: ToolAnswer): boolean {
  const first = fields.find((field) => field.editor === 'image' || field.editor === 'images');
  return engines.length > 0 && first?.editor === 'image';
}

/** Goes on with a picture in another tool. */
export function SendMenu({ imageId, taskId, fromTool, tools, align = 'end' }: SendMenuProps) {
  const references = useToolCards().filter((card) => card.takesReference);
  const bases = tools.filter((tool) => tool.id !== fromTool && takesOnePicture(tool));
  return (
    <Popover
      align={align}
      triggerClassName={`inline-flex items-center justify-center gap-8 w-full p-0-12 border font-medium nowrap ${styles.action}`}
      panelClassName={styles.sendPanel}
      trigger={
        <>
          <SendIcon size={16} />
          发送到工具
        </>
      }
    >
      {(close) => <ToolTargets imageId={imageId} taskId={taskId} bases={bases} references={references} onGo={close} />}
    </Popover>
  );
}
