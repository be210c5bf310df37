import { type KeyboardEvent, useId, useState } from 'react';
import { Chip } from './chip';
import { CloseIcon } from './icons';
import { Input } from './input';
import styles from './tags-field.css';
import { textLimit } from './text-limit';

interface TagsFieldProps {
  label: string;
  tags: readonly string[];
  /** Most tags there may be, and characters of one. */
  limit: number;
  longest: number;
  onChange: (tags: string[]) => void;
}

/** Short words, each ended by Enter, a comma or a blank; the last goes with Backspace. */
export function TagsField({ label, tags, limit, longest, onChange }: TagsFieldProps) {
  const [words, setWords] = useState('');
  const id = useId();
  const { fault } = textLimit(words.trim(), longest);
  const isFull = tags.length >= limit;
  const add = () => {
    const tag = words.trim();
    if (textLimit(tag, longest).fault) return;
    setWords('');
    if (tag && !tags.includes(tag) && !isFull) onChange([...tags, tag]);
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (['Enter', ',', '，', ' '].includes(event.key)) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && words === '') onChange(tags.slice(0, -1));
  };
  return (
    <div className={`grid gap-4 ${styles.field}`}>
      <label htmlFor={id}>
        {label}
        <small className="tabular">
          {tags.length} / {limit}
        </small>
      </label>
      <div className="flex flex-wrap gap-8">
        {tags.map((tag) => (
          <Chip
            key={tag}
            aria-label={`去掉标签 ${tag}`}
            onClick={() => onChange(tags.filter((other) => other !== tag))}
          >
            {tag}
            <CloseIcon size={14} />
          </Chip>
        ))}
        {!isFull && (
          <Input
            id={id}
            value={words}
            aria-invalid={fault !== undefined}
            aria-describedby={fault ? `${id}-fault` : undefined}
            placeholder="输入后按回车"
            className={styles.input}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={byKey}
            onBlur={add}
          />
        )}
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="m-0 text-danger text-12">
          {fault}
        </p>
      )}
    </div>
  );
}
