import { memo, type ReactNode } from 'react';
import { copyText } from '../../lib/copy-text';
import { IconButton } from '../icon-button';
import { CopyIcon } from '../icons';
import styles from './code-frame.css';

interface CodeFrameProps {
  /** As it was written after the fence. */
  language: string;
  /** The code itself, for copying. */
  text: string;
  /** Its `code` element. */
  children: ReactNode;
}

/** Code with its language and a way to copy it. */
export function CodeFrame({ language, text, children }: CodeFrameProps) {
  return (
    <div className={`overflow-hidden border rounded-input bg-surface ${styles.frame}`}>
      <div className={`row justify-between border-b text-second text-12 ${styles.head}`}>
        <span>{language || '文本'}</span>
        <IconButton size="small" label="复制代码" onClick={() => void copyText(text, '代码已复制')}>
          <CopyIcon size={16} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keys as well */}
      <pre className={`m-0 p-12 ${styles.code}`} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

/** Lines that are laid out together: one box of all lines would be laid out anew for each letter. */
const linesPerPart = 40;

/** Code that is still being written. */
export function GrowingCode({ language, text }: { language: string; text: string }) {
  const lines = text.split('\n');
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += linesPerPart) parts.push(lines.slice(at, at + linesPerPart).join('\n'));
  return (
    <CodeFrame language={language} text={text}>
      <code>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
          <CodePart key={place} text={part} />
        ))}
      </code>
    </CodeFrame>
  );
}

const CodePart = memo(function CodePart({ text }: { text: string }) {
  return <span className="block">{text}</span>;
});
