import type { Task } from '#shared/contract/task';
import { formatDateTime, formatDuration } from '#shared/domain/format';
import { ticketLabels } from '#shared/domain/ticket-kind';
import type { DefinedTool } from '#shared/tools/define-tool';
import { type Field, holdsPictures } from '#shared/tools/field-kind';
import { givenWords } from '#shared/tools/given-words';
import { paidWords } from '#shared/tools/price-words';
import { imageUrl } from '@/data/image';
import { copyText } from '@/lib/copy-text';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import styles from './details-panel.css';
import { factRows } from './facts';
import { qualityLabel } from './format';
import { CloseIcon } from './icons';

interface DetailsPanelProps {
  tool: DefinedTool;
  task: Task;
  engineTitle: string;
  nameOfCategory: (id: string) => string | undefined;
  onClose: () => void;
}

/** Everything about a run: how it was made, with what, and what it cost. */
export function DetailsPanel({ tool, task, engineTitle, nameOfCategory, onClose }: DetailsPanelProps) {
  const { ticket } = task;
  const quality = qualityLabel(task);
  const how: [string, string][] = [
    ...(quality ? ([['质量', quality]] as [string, string][]) : []),
    ['引擎', engineTitle],
    ...(task.algorithm ? ([['算法', task.algorithm]] as [string, string][]) : []),
    ['种子', String(task.seed)],
    ...(task.ms === undefined ? [] : ([['用时', formatDuration(task.ms)]] as [string, string][])),
    ['开始于', formatDateTime(task.createdAt)],
    [ticketLabels[ticket.type], paidWords(ticket)],
  ];
  const given = Object.entries(tool.fields).flatMap(([name, field]) =>
    task.params[name] === undefined || task.params[name] === '' ? [] : [[field, task.params[name]] as const],
  );
  return (
    <aside className={`stack flex-none min-h-0 bg-surface ${styles.panel}`} aria-label="这次生成的参数">
      <header className={`row gap-12 border-b ${styles.header}`}>
        <h2>参数</h2>
        <Button
          size="small"
          className={styles.copy}
          onClick={() => void copyText(parametersText(tool, task), '已复制参数')}
        >
          复制参数
        </Button>
        <IconButton label="关闭参数" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={`flex-1 overflow-y-auto ${styles.body}`}>
        <Rows rows={how} />
        <Rows rows={factRows(task.facts ?? {})} />
        <dl className={styles.rows}>
          {given.map(([field, value]) => (
            <div key={field.label}>
              <dt>{field.label}</dt>
              <dd>
                <Value field={field} value={value} nameOfCategory={nameOfCategory} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.number}>任务编号 {task.taskId}</p>
        {task.parent && <p className={styles.number}>底图来自任务 {task.parent}</p>}
      </div>
    </aside>
  );
}

/** A run as text that makes it again: tool, parameters and the seed that was used. */
function parametersText(tool: DefinedTool, { params, seed, engine }: Task): string {
  return JSON.stringify(
    { tool: tool.id, engine, params: tool.fields.seed ? { ...params, seed } : params },
    undefined,
    2,
  );
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className={styles.rows}>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Value({
  field,
  value,
  nameOfCategory,
}: {
  field: Field;
  value: unknown;
  nameOfCategory: (id: string) => string | undefined;
}) {
  if (holdsPictures(field.editor)) {
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
    return (
      <span className={`flex flex-wrap gap-4 ${styles.pictures}`}>
        {ids.map((id) => (
          <img key={id} src={imageUrl(id, 160)} alt={field.label} />
        ))}
      </span>
    );
  }
  if (field.editor === 'color' && typeof value === 'string') {
    return (
      <span className={`inline-flex items-center gap-8 ${styles.colour}`}>
        <span style={{ background: value }} />
        {value.toUpperCase()}
      </span>
    );
  }
  return <>{givenWords(field, value, nameOfCategory)}</>;
}
