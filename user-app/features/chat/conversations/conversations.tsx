import { useState } from 'react';
import type { Conversation } from '#shared/contract/chat';
import type { useConversations } from '../../../data/chat';
import { BareButton, Button } from '../../../ui/button';
import { MoreIcon } from '../../../ui/icons';
import { ListEnd } from '../../../ui/list-end';
import { Menu, type MenuAct } from '../../../ui/menu';
import { SearchField } from '../../../ui/search-field';
import { Waiting } from '../../../ui/waiting';
import { NewIcon } from '../icons';
import styles from './conversations.css';
import { dayGroups } from './day-groups';

interface ConversationsProps {
  list: ReturnType<typeof useConversations>;
  isLoggedIn: boolean;
  keyword: string;
  openId: string | undefined;
  actsOf: (conversation: Conversation) => readonly MenuAct[];
  onKeyword: (keyword: string) => void;
  onOpen: (conversationId: string) => void;
  onNew: () => void;
}

/** All conversations by the day something was last said in them, with a search. */
export function Conversations(props: ConversationsProps) {
  const { list, isLoggedIn, keyword, onKeyword, onNew } = props;
  return (
    <div className={`stack h-full min-h-0 ${styles.panel}`}>
      <div className={`grid flex-none gap-8 ${styles.head}`}>
        <Button className={styles.new} onClick={onNew}>
          <NewIcon size={16} />
          新对话
        </Button>
        {isLoggedIn && <SearchField label="搜索会话" placeholder="搜标题和内容" value={keyword} onChange={onKeyword} />}
      </div>
      <div className={`flex-1 min-h-0 overflow-y-auto ${styles.list}`}>
        <Rows {...props} />
        {isLoggedIn && (list.hasMore || (list.rows?.length ?? 0) > 30) && <ListEnd list={list} noun="个会话" />}
      </div>
    </div>
  );
}

function Rows({ list, isLoggedIn, keyword, openId, actsOf, onOpen }: ConversationsProps) {
  const [now] = useState(() => Date.now());
  const { rows, error, reload } = list;
  if (!isLoggedIn) return <p className={styles.note}>登录后，会话保存在这里：可以改名、搜索、置顶和导出。</p>;
  if (!rows) {
    return error ? (
      <div className={styles.note}>
        <p>{error.message}</p>
        <Button size="small" onClick={reload}>
          重试
        </Button>
      </div>
    ) : (
      <Waiting label="正在读取会话" rows={4} height={40} />
    );
  }
  if (rows.length === 0)
    return (
      <p className={styles.note}>{keyword ? `没有提到「${keyword}」的会话。` : '还没有会话，提问后显示在这里。'}</p>
    );
  return dayGroups(rows, Math.max(now, ...rows.slice(0, 1).map(({ updatedAt }) => updatedAt))).map(
    ({ title, rows }) => (
      <section key={title} aria-label={title}>
        <h2 className={`text-second text-12 font-medium ${styles.day}`}>{title}</h2>
        <ul>
          {rows.map((conversation) => (
            <li key={conversation.conversationId} className={`relative ${styles.row}`}>
              <BareButton
                aria-current={conversation.conversationId === openId ? 'page' : undefined}
                onClick={() => onOpen(conversation.conversationId)}
              >
                <span className="truncate">{conversation.title}</span>
                {conversation.isRunning && <span className={`text-12 ${styles.running}`}>正在回答</span>}
                {conversation.excerpt && <small>{conversation.excerpt}</small>}
              </BareButton>
              <Menu
                align="end"
                label={`「${conversation.title}」的更多操作`}
                triggerClassName={`grid place-items-center text-second ${styles.more}`}
                trigger={<MoreIcon size={18} />}
                acts={actsOf(conversation)}
              />
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}
