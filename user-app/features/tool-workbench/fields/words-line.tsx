import type { WordsRead } from '#shared/domain/words-read';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useWordsRead } from '@/data/words-read';
import { paramsOf, type Values } from '../field-rules';
import { wordsReport } from '../words-report';
import styles from './prompt-editor.css';

interface WordsLineProps {
  id: string;
  tool: DefinedTool;
  values: Values;
  isWanted: boolean;
}

/** One line that is always there: which words of a description a run would go by and which it would not. */
export function WordsLine({ id, tool, values, isWanted }: WordsLineProps) {
  const read = useWordsRead(tool.id, paramsOf(tool, values), isWanted);
  const parts = isWanted ? partsOfReading(read) : [];
  return (
    <p
      id={id}
      className={`flex gap-12 overflow-hidden text-second text-12 leading-20 ${styles.line}`}
      aria-live="polite"
      title={parts.join('；') || undefined}
    >
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}

function partsOfReading(read: WordsRead | null | undefined): string[] {
  if (read === undefined) return [];
  if (read === null) return ['描述由模型自行理解'];
  return wordsReport(read, '会用到', '不会用到');
}
