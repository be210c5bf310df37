import { knowledgeTopics } from '#shared/domain/chat';
import { useKnowledgeEntry } from '../../data/chat';
import { Dialog } from '../../ui/dialog';
import { addressOf } from '../../ui/markdown/address';
import { Markdown } from '../../ui/markdown/markdown';
import { Waiting } from '../../ui/waiting';
import styles from './chat-screen.css';

interface EntryDialogProps {
  entryId: string;
  onPath: (path: string) => void;
  onClose: () => void;
}

/** An entry of the knowledge base with where it leads and where it was read. */
export function EntryDialog({ entryId, onPath, onClose }: EntryDialogProps) {
  const { data: entry, error } = useKnowledgeEntry(entryId);
  return (
    <Dialog title={entry?.title ?? '出处'} size="wide" onClose={onClose}>
      {!entry && (error ? <p role="alert">{error.message}</p> : <Waiting label="正在读取" />)}
      {entry && (
        <div className={styles.entry}>
          <p className={styles.topic}>知识库 · {knowledgeTopics[entry.topic]}</p>
          <Markdown text={entry.text} onPath={onPath} />
          {entry.links.length > 0 && (
            <section>
              <h3>相关页面</h3>
              <ul>
                {entry.links.map(({ title, to }) => (
                  <li key={to}>
                    <Markdown text={`[${title.replaceAll(/[[\]]/g, '')}](<${to}>)`} onPath={onPath} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {entry.sources.length > 0 && (
            <section>
              <h3>出处</h3>
              <ul>
                {entry.sources.map(({ title, url, readAt }) => (
                  <li key={url}>
                    {addressOf(url) ? (
                      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                        {title}
                      </a>
                    ) : (
                      title
                    )}
                    <small>{readAt} 读过</small>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Dialog>
  );
}
