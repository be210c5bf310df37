import type { Work } from '#shared/contract/project';
import type { TaskImage, ToolAnswer } from '#shared/contract/task';
import { categoryNames } from '#shared/domain/category-tree';
import { formatDateTime, formatDuration } from '#shared/domain/format';
import { promiseWords } from '#shared/domain/judgement';
import { qualityLabel } from '#shared/domain/quality';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { holdsPictures } from '#shared/tools/field-kind';
import { givenWords } from '#shared/tools/given-words';
import { paidWords } from '#shared/tools/price-words';
import { useCategories } from '../../../data/category';
import { engineTitle } from '../../../lib/engine-title';
import { imageUrl } from '../../../lib/image-url';
import { Facts } from '../../../ui/facts';
import styles from './work-panel.css';

interface WorkFactsProps {
  work: Work;
  /** The result looked at. */
  image: TaskImage | undefined;
  tool: ToolAnswer | undefined;
  toolTitle: string;
}

type Row = readonly [name: string, text: string];

/** Fields that are told among the facts of the run. */
const toldElsewhere = ['seed', 'engine'];

function qualityOf(work: Work, image: TaskImage | undefined): string | undefined {
  const quality = image?.quality ?? work.quality;
  const score = image?.judgement?.score;
  return quality && `${qualityLabel(quality, work.isConnected)}${score === undefined ? '' : ` · 结构 ${score} 分`}`;
}

/** Facts of a work: tool, engine, size, price, and the given values. */
export function WorkFacts({ work, image, tool, toolTitle }: WorkFactsProps) {
  const { data: categories = [] } = useCategories();
  const nameOfCategory = (id: string) => categoryNames(categories, id).at(-1) ?? work.categoryNames?.[id];
  const engine = tool && engineTitle(tool, work.engine);
  const rows: Row[] = [
    ['工具', toolTitle],
    ...optional('尺寸', image && `${image.width} × ${image.height}`),
    ...optional('片长', work.video && formatDuration(work.video.durationMs)),
    ['开始于', formatDateTime(work.createdAt)],
    ...optional('用时', work.ms === undefined ? undefined : formatDuration(work.ms)),
    ...optional('引擎', engine),
    ...optional('品质', qualityOf(work, image)),
    ...optional('结构承诺', image?.judgement?.promise && promiseWords(image.judgement.promise)),
    ['种子', String(work.seed)],
    [ticketLabels[work.ticket.type], paidWords(work.ticket)],
  ];
  const given = (tool?.fields ?? []).flatMap((field) => {
    const value = work.params[field.name];
    return value === undefined || value === '' || value === null ? [] : [{ field, value }];
  });
  const pictures = given.filter(({ field }) => holdsPictures(field.editor));
  const texts = given.filter(({ field }) => field.editor === 'prompt');
  const words = given.filter(
    ({ field }) => !holdsPictures(field.editor) && field.editor !== 'prompt' && !toldElsewhere.includes(field.editor),
  );
  return (
    <>
      {pictures.length > 0 && (
        <div className={`flex flex-wrap gap-8 ${styles.inputs}`}>
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
      {texts.map(({ field, value }) => (
        <section key={field.name} className={styles.said}>
          <h3>{field.label}</h3>
          <p>{String(value)}</p>
        </section>
      ))}
      <Facts className="border-t" rows={rows} />
      {words.length > 0 && (
        <Facts
          className="border-t"
          rows={words.map(({ field, value }) => [field.label, givenWords(field, value, nameOfCategory)])}
        />
      )}
    </>
  );
}

function optional(name: string, text: string | undefined): Row[] {
  return text === undefined ? [] : [[name, text]];
}
