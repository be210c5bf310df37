import type { ChatCard } from '#shared/contract/chat';
import { categoryNames } from '#shared/domain/category-tree';
import { givenWords } from '#shared/tools/given-words';
import { useCategories } from '../../../data/category';
import { useToolAnswers } from '../../../data/task';
import { useTaskStates } from '../../../data/task-states';
import { imageUrl } from '../../../lib/image-url';
import { history, Link } from '../../../lib/router';
import { statusWords } from '../../../lib/run-words';
import { useToolCards } from '../../../lib/use-tool-cards';
import { Button } from '../../../ui/button';
import { Facts } from '../../../ui/facts';
import { ToolIcon } from '../../../ui/icons/tool-icon';
import { Thumb } from '../../../ui/thumb';
import styles from './thread.css';

/** Offers to fill a tool's form. The workbench opens with it filled; nothing is started. */
export function ToolCards({ messageId, cards }: { messageId: string; cards: readonly ChatCard[] }) {
  if (cards.length === 0) return null;
  return (
    <ul className="grid gap-12 mt-16" aria-label="可以填入的工具">
      {cards.map((card) => (
        <li key={card.id}>
          <ToolOffer messageId={messageId} card={card} />
        </li>
      ))}
    </ul>
  );
}

function ToolOffer({ messageId, card }: { messageId: string; card: ChatCard }) {
  const tool = useToolCards().find(({ id }) => id === card.tool);
  const { data: answers } = useToolAnswers();
  const { data: categories = [] } = useCategories();
  const fields = answers?.find(({ id }) => id === card.tool)?.fields ?? [];
  const nameOfCategory = (id: string) => categoryNames(categories, id).at(-1);
  const given = fields.flatMap((field) => {
    const value = card.params[field.name];
    return value === undefined || value === '' || value === null ? [] : [{ field, value }];
  });
  if (!tool) return <p className={styles.note}>「{card.title}」用到的工具已停用。</p>;
  return (
    <article className={`border rounded-card bg-surface ${styles.card}`} aria-label={`填入${tool.title}`}>
      <header>
        <ToolIcon toolId={tool.id} size={20} />
        <strong>{card.title || tool.title}</strong>
        <Button
          size="small"
          onClick={() => history.push(tool.path, { draft: card.params, card: { messageId, cardId: card.id } })}
        >
          填入工具
        </Button>
      </header>
      {given.length > 0 && (
        <Facts
          className="mt-8"
          rows={given.map(({ field, value }) => [field.label, givenWords(field, value, nameOfCategory)])}
        />
      )}
      {card.note && <p className={styles.note}>{card.note}</p>}
      {card.taskIds.length > 0 && <Results taskIds={card.taskIds} />}
    </article>
  );
}

/** Results made from the card. */
function Results({ taskIds }: { taskIds: readonly string[] }) {
  const tasks = useTaskStates(taskIds);
  const known = taskIds.flatMap((taskId) => tasks[taskId] ?? []);
  if (known.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-8 mt-12 ${styles.results}`} aria-label="由它生成">
      {known.map(({ taskId, images, status }) => {
        const [image] = images;
        return (
          <li key={taskId}>
            <Link
              to={`/aiDesignMangement#${encodeURIComponent(taskId)}`}
              aria-label={`打开作品：${statusWords[status]}`}
            >
              {image ? (
                <Thumb
                  src={imageUrl(image.imageId, { w: 320 })}
                  alt=""
                  width={image.width}
                  height={image.height}
                  mainColor={image.mainColor}
                />
              ) : (
                <span className={`grid place-items-center text-second text-12 ${styles.running}`}>
                  {statusWords[status]}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
