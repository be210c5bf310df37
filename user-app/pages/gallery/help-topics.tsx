import { useState } from 'react';
import { useSiteSettings } from '../../data/settings';
import { openDialog } from '../../lib/product-state';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { SearchField } from '../../ui/search-field';
import { helpGroups } from './help-texts';
import styles from './help-topics.css';

/** Questions and answers by subject, to be searched; what fits the words lies open. */
export function HelpTopics() {
  const { data } = useSiteSettings();
  const [words, setWords] = useState('');
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => parts.every((part) => text.toLowerCase().includes(part));
  const groups = helpGroups
    .map(({ title, topics }) => ({ title, topics: topics.filter((topic) => fits(`${title} ${topic.join(' ')}`)) }))
    .filter(({ topics }) => topics.length > 0);
  const found = groups.reduce((sum, { topics }) => sum + topics.length, 0);

  return (
    <>
      <div className="mb-24">
        <SearchField label="搜索问题" placeholder="例如：水印、收藏夹、退券" value={words} onChange={setWords} />
      </div>
      <p role="status" className="visually-hidden">
        {parts.length > 0 ? `找到 ${found} 个问题` : ''}
      </p>
      {groups.length === 0 && (
        <EmptyState drawing="lost" title="没有找到这个问题" text="换个说法再找，或者直接问我们。">
          <Button onClick={() => setWords('')}>看全部问题</Button>
          <Button look="primary" onClick={() => openDialog('contact')}>
            联系客服
          </Button>
        </EmptyState>
      )}
      {groups.map(({ title, topics }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h2>{title}</h2>
          <div className={styles.topics}>
            {topics.map(([question, answer]) => (
              <details key={question} open={parts.length > 0}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      ))}
      {data?.outboxes.sms && fits('本机模式 收不到短信，验证码在哪里看？') && (
        <section className={styles.group} aria-label="本机模式">
          <h2>本机模式</h2>
          <div className={styles.topics}>
            <details>
              <summary>收不到短信，验证码在哪里看？</summary>
              <p>
                这台服务器没有接入短信服务。打开 <a href="/__mock/">/__mock/</a>，在短信列表里查看。
              </p>
            </details>
          </div>
        </section>
      )}
    </>
  );
}
