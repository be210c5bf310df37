import type { DefinedTool } from '#shared/tools/define-tool';
import { Link } from '../../lib/router';
import styles from './no-engine-notice.css';

interface NoEngineNoticeProps {
  tool: DefinedTool;
  /** Tools that can run now and are nearest to this one. */
  related: readonly DefinedTool[];
}

/** Says that nothing can run this tool at the moment, and what can be done instead. */
export function NoEngineNotice({ tool, related }: NoEngineNoticeProps) {
  return (
    <aside className={`border-b bg-surface ${styles.notice}`} aria-label="引擎状态">
      <p className="m-0 font-semibold">内置引擎暂不支持该工具</p>
      <p className={`text-second text-13 ${styles.text}`}>
        「{tool.title}」要接入外部出图引擎才能生成，请联系管理员配置。表单可以先看，不会扣券。
      </p>
      {related.length > 0 && (
        <p className={`flex flex-wrap text-second text-13 ${styles.links}`}>
          现在可以用：
          {related.map((other) => (
            <Link key={other.id} to={other.paths[0] ?? '/'}>
              {other.title}
            </Link>
          ))}
        </p>
      )}
    </aside>
  );
}

/** Tools that can run now: those of the same group first, at most five. */
export function relatedTools(
  tool: DefinedTool,
  tools: readonly DefinedTool[],
  canRun: (id: string) => boolean,
): DefinedTool[] {
  const others = tools.filter((other) => other.id !== tool.id && canRun(other.id));
  return [
    ...others.filter((other) => other.group === tool.group),
    ...others.filter((other) => other.group !== tool.group),
  ].slice(0, 5);
}
