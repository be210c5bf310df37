import { Link } from '@umijs/max';
import type { TaskImage } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolGroupLabels, toolGroups } from '#shared/tools/groups';
import { buttonLook } from '@/ui/button';
import { ToolIcon } from '@/ui/icons/tool-icon';
import { Popover } from '@/ui/popover';
import { SendIcon } from './icons';
import styles from './result-actions.css';

interface SendMenuProps {
  image: TaskImage;
  taskId: string;
  targets: readonly DefinedTool[];
}

/** Goes on with a result in another tool; type and style go along. */
export function SendMenu({ image, taskId, targets }: SendMenuProps) {
  const query = new URLSearchParams({ base: image.imageId, parent: taskId });
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
        <nav aria-label="发送到工具" className={styles.targets}>
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
