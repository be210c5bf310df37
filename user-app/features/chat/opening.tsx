import { toolGroupLabels } from '#shared/tools/groups';
import { copyText } from '../../lib/copy-text';
import { history } from '../../lib/router';
import { useToolCards } from '../../lib/use-tool-cards';
import { BareButton, Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import styles from './chat-screen.css';
import { descriptions } from './descriptions';
import { starters } from './starters';

/** Start of an empty conversation: questions to begin with, and descriptions that work as they are. */
export function Opening({ onStart }: { onStart: (text: string) => void }) {
  const cards = useToolCards();
  return (
    <div className="flex-1 min-h-0 overflow-y-auto">
      <div className={styles.column}>
        <header className={styles.welcome}>
          <h1>有什么可以帮您</h1>
          <p>问材料、光线、规范用语和用量，让它写描述、填好工具的表单，或者问自己的任务和券。</p>
        </header>
        <section aria-label="从这里开始">
          <ul className={`grid border-t ${styles.starters}`}>
            {starters.map(({ title, text }) => (
              <li key={title}>
                <BareButton
                  className={`grid items-baseline w-full h-full border-b text-left ${styles.starter}`}
                  onClick={() => onStart(text)}
                >
                  <strong>{title}</strong>
                  <span>{text}</span>
                </BareButton>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.ready} aria-labelledby="ready-descriptions">
          <h2 id="ready-descriptions">可以直接用的描述</h2>
          <ul>
            {descriptions.map(({ group, title, text }) => {
              const tool = cards.find((card) => card.group === group);
              return (
                <li key={title}>
                  <h3>
                    {title}
                    <small>{toolGroupLabels[group]}</small>
                  </h3>
                  <p>{text}</p>
                  <div className="flex flex-wrap gap-8">
                    <Button size="small" onClick={() => void copyText(text, '描述已复制')}>
                      <CopyIcon size={14} />
                      复制
                    </Button>
                    {tool && (
                      <Button size="small" onClick={() => history.push(tool.path, { draft: { promptTxt: text } })}>
                        填入{tool.title}
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </div>
  );
}
