import { Link } from '@umijs/max';
import type { ToolAnswer } from '#shared/contract/task';
import { toolGroupLabels, toolGroups } from '#shared/tools/groups';
import { ToolIcon } from '../../../ui/icons/tool-icon';
import { Popover } from '../../../ui/popover';
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

/** Whether a tool can run now and starts from one picture. */
function takesOnePicture({ engines, fields }: ToolAnswer): boolean {
  const first = fields.find((field) => field.editor === 'image' || field.editor === 'images');
  return engines.length > 0 && first?.editor === 'image';
}

/** Goes on with a picture in another tool. */
export function SendMenu({ imageId, taskId, fromTool, tools, align = 'end' }: SendMenuProps) {
  const query = new URLSearchParams({ base: imageId, ...(taskId ? { parent: taskId } : {}) });
  const targets = tools.filter((tool) => tool.id !== fromTool && takesOnePicture(tool));
  return (
    <Popover
      align={align}
      triggerClassName={styles.action}
      panelClassName={styles.sendPanel}
      trigger={
        <>
          <SendIcon size={16} />
          发送到工具
        </>
      }
    >
      {(close) => (
        <nav aria-label="发送到工具">
          {toolGroups.map((group) => {
            const members = targets.filter((tool) => tool.group === group);
            if (members.length === 0) return null;
            return (
              <section key={group} aria-label={toolGroupLabels[group]}>
                <h3>{toolGroupLabels[group]}</h3>
                {members.map((tool) => (
                  <Link key={tool.id} to={`${tool.paths[0]}?${query}`} onClick={close}>
                    <ToolIcon toolId={tool.id} size={18} />
                    {tool.title}
                  </Link>
                ))}
              </section>
            );
          })}
        </nav>
      )}
    </Popover>
  );
}
