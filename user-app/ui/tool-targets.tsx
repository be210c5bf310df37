import { type ToolGroup, toolGroupLabels, toolGroups } from '#shared/tools/groups';
import { Link } from '../lib/router';
import { asReference, type ToolCard } from '../lib/tool-card';
import { ToolIcon } from './icons/tool-icon';
import styles from './tool-targets.css';

interface ToolTargetsProps {
  imageId: string;
  /** The task that made the picture; the next one descends from it. */
  taskId: string | undefined;
  /** Tools that start from the picture. */
  bases: ReadonlyArray<{ id: string; title: string; group: ToolGroup; paths: readonly string[] }>;
  /** Tools that take it for its materials and colours. */
  references: readonly ToolCard[];
  /** A target was chosen. */
  onGo: () => void;
}

/** Tools for a picture: those that start from it by their group, then those that take it as a reference. */
export function ToolTargets({ imageId, taskId, bases, references, onGo }: ToolTargetsProps) {
  const query = new URLSearchParams({ base: imageId, ...(taskId ? { parent: taskId } : {}) });
  return (
    <nav aria-label="发送到工具" className={`overflow-y-auto p-8 ${styles.targets}`}>
      {toolGroups.map((group) => {
        const members = bases.filter((tool) => tool.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={toolGroupLabels[group]}>
            <h3>{toolGroupLabels[group]}</h3>
            {members.map(({ id, title, paths }) => (
              <Link key={id} to={`${paths[0]}?${query}`} onClick={onGo}>
                <ToolIcon toolId={id} size={18} />
                {title}
              </Link>
            ))}
          </section>
        );
      })}
      {references.length > 0 && (
        <section aria-label="用作参考图">
          <h3>用作参考图</h3>
          {references.map(({ id, title, path }) => (
            <Link key={id} to={path} state={asReference(imageId)} onClick={onGo}>
              <ToolIcon toolId={id} size={18} />
              {title}
            </Link>
          ))}
        </section>
      )}
    </nav>
  );
}
