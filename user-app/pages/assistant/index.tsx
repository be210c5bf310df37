import { Link } from '@umijs/max';
import { toolGroupLabels } from '#shared/tools/groups';
import { copyText } from '../../lib/copy-text';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button, ButtonLink } from '../../ui/button';
import { ChatIcon, CopyIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import styles from './assistant.css';
import { prompts } from './prompts';

const hints = [
  '先写是什么、几层、什么用途，再写材料，最后写光线和视角。',
  '写清不许变的：“保持门窗位置”“不新增开洞”“不换家具”。',
  '一句一个要求。形容词越少，结果越稳。',
  '要夜景就别写晴天。互相矛盾的词，后写的会被忽略。',
];

/** The assistant's screen. Conversations are not open yet; what is here can be used today. */
export default function Assistant() {
  const cards = useToolCards();
  return (
    <div className={styles.screen}>
      <aside className={styles.side} aria-label="会话">
        <h2>会话</h2>
        <p>对话还没有开放。开放后，会话保存在这里，可以改名、搜索和导出。</p>
        <ButtonLink to="/list" className={styles.sideLink}>
          功能列表
        </ButtonLink>
      </aside>
      <div className={styles.column}>
        <header className={styles.head}>
          <ChatIcon size={28} />
          <h1>AI 助手</h1>
          <p>写提示词、设计说明和汇报提纲。对话功能还没有开放，下面是可以直接拿去用的描述和写法。</p>
        </header>

        <h2 className={styles.heading}>可以直接用的描述</h2>
        <ul className={styles.prompts}>
          {prompts.map(({ group, title, text }) => {
            const tool = cards.find((card) => card.group === group);
            return (
              <li key={title} className={styles.prompt}>
                <div className={styles.promptHead}>
                  <strong>{title}</strong>
                  <span>{toolGroupLabels[group]}</span>
                </div>
                <p>{text}</p>
                <div className={styles.actions}>
                  <Button size="small" onClick={() => void copyText(text, '描述已复制，可以粘贴到“创意描述”')}>
                    <CopyIcon size={14} />
                    复制
                  </Button>
                  {tool && (
                    <Link to={tool.path} className={styles.tool}>
                      <ToolIcon toolId={tool.id} size={16} />
                      打开{tool.title}
                    </Link>
                  )}
                </div>
              </li>
            );
          })}
        </ul>

        <h2 className={styles.heading}>怎么写得准</h2>
        <ol className={styles.hints}>
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
