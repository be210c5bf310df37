import type { Work } from '#shared/contract/project';
import type { ToolAnswer } from '#shared/contract/task';
import { formatDateTime, formatDuration } from '#shared/domain/format';
import { resultQualityLabels } from '#shared/domain/quality';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { paidWords } from '#shared/tools/price-words';
import { imageUrl } from '../../../lib/image-url';
import styles from './work-panel.css';

interface WorkFactsProps {
  work: Work;
  tool: ToolAnswer | undefined;
  toolTitle: string;
}

type Row = readonly [name: string, text: string];

/** How a work was made: tool, engine, seed, and the parameters that were given. */
export function WorkFacts({ work, tool, toolTitle }: WorkFactsProps) {
  const engine = tool?.engines.find(({ name }) => name === work.engine)?.title ?? work.engine;
  const rows: Row[] = [
    ['工具', toolTitle],
    ['开始于', formatDateTime(work.createdAt)],
    ...optional('用时', work.ms === undefined ? undefined : formatDuration(work.ms)),
    ...optional('引擎', engine || undefined),
    ...optional('算法', work.algorithm),
    ...optional('结果', work.quality && resultQualityLabels[work.quality]),
    ['种子', String(work.seed)],
    [ticketLabels[work.ticket.type], paidWords(work.ticket, work.quality)],
  ];
  const given = (tool?.fields ?? []).flatMap((field) => {
    const value = work.params[field.name];
    return value === undefined || value === '' || value === null ? [] : [{ field, value }];
  });
  const pictures = given.filter(({ field }) => isPicture(field.editor));
  const words = given.filter(({ field }) => !isPicture(field.editor) && field.name !== 'seed');
  return (
    <>
      <Rows rows={rows} />
      {pictures.length > 0 && (
        <div className={styles.inputs}>
          {pictures.flatMap(({ field, value }) =>
            (Array.isArray(value) ? value : [value])
              .filter((id) => typeof id === 'string')
              .map((id) => (
                <figure key={`${field.name}-${id}`}>
                  <img src={imageUrl(id, { w: 160 })} alt={field.label} loading="lazy" />
                  <figcaption>{field.label}</figcaption>
                </figure>
              )),
          )}
        </div>
      )}
      <Rows rows={words.map(({ field, value }) => [field.label, textOf(field, value)])} />
    </>
  );
}

function isPicture(editor: string): boolean {
  return editor === 'image' || editor === 'images' || editor === 'mask';
}

function optional(name: string, text: string | undefined): Row[] {
  return text === undefined ? [] : [[name, text]];
}

function textOf(field: ToolAnswer['fields'][number], value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关';
  const label = (one: unknown) => field.options?.find((option) => option.value === one)?.label ?? String(one);
  if (!Array.isArray(value)) return typeof value === 'object' ? '已设置' : label(value);
  return value.every((one) => typeof one !== 'object') ? value.map(label).join('、') || '无' : `${value.length} 项`;
}

function Rows({ rows }: { rows: readonly Row[] }) {
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
