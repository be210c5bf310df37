import { useEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button';
import { CloseIcon, SearchIcon } from './icons';
import styles from './search-field.css';

/** Milliseconds after the last letter until the search begins. */
const restMs = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (words: string) => void;
}

/** Searches while one writes, but not inside a word that an input method is still putting together. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [words, setWords] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const isComposing = useRef(false);
  const sent = useRef(value);

  useEffect(() => {
    if (value !== sent.current) setWords(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = (next: string) => {
    window.clearTimeout(timer.current);
    sent.current = next.trim();
    onChange(next.trim());
  };
  const write = (next: string) => {
    setWords(next);
    window.clearTimeout(timer.current);
    if (!isComposing.current) timer.current = window.setTimeout(() => send(next), restMs);
  };

  return (
    <search className={`row relative flex-1 min-w-0 text-second ${styles.search}`}>
      <SearchIcon size={16} />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={60}
        value={words}
        onChange={(event) => write(event.target.value)}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={(event) => {
          isComposing.current = false;
          write(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(words);
          if (event.key === 'Escape' && words) {
            setWords('');
            send('');
          }
        }}
      />
      {words && (
        <IconButton
          size="small"
          isRound
          className={styles.wipe}
          label="清除搜索"
          onClick={() => {
            setWords('');
            send('');
            input.current?.focus();
          }}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
    </search>
  );
}
