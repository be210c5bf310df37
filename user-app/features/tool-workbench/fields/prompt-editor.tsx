import { useId, useRef, useState } from 'react';
import { wordGroupsOf } from '#shared/tools/prompt-words';
import { writePrompt } from '#shared/tools/prompt-writer';
import { useCurrentUser } from '@/data/user';
import { promptsOf } from '@/features/tool-workbench/prompt-history';
import { BareButton, Button, buttonLook } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Popover } from '../../../ui/popover';
import type { FieldEditorProps } from './field-editor';
import styles from './prompt-editor.css';
import { hasWord, toggleWord } from './prompt-text';
import { PromptBox } from './text-editors';
import { WordsLine } from './words-line';

/** A description with the words its tool understands at hand, what was written before, and what it will come to. */
export function PromptEditor(props: FieldEditorProps) {
  return props.name === 'promptTxt' ? <DescriptionEditor {...props} /> : <PromptBox {...props} />;
}

function DescriptionEditor(props: FieldEditorProps) {
  const { tool, field, values, value, isDisabled, isLoggedIn, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const max = field.max ?? 500;
  const input = useRef<HTMLTextAreaElement>(null);
  const lineId = useId();
  const [variation, setVariation] = useState(0);
  const [replaced, setReplaced] = useState<{ before: string; by: string }>();
  const { user } = useCurrentUser();
  const groups = wordGroupsOf(tool, values);

  const replace = (by: string) => {
    setReplaced({ before: text, by });
    onChange(by);
  };
  const write = () => {
    const next = Array.from({ length: 4 }, (_, step) => variation + step).find(
      (step) => writePrompt(tool, values, step) !== text,
    );
    setVariation((next ?? variation) + 1);
    replace(writePrompt(tool, values, next ?? variation).slice(0, max));
  };
  const toggle = (word: string) => {
    const caret = input.current?.selectionStart ?? text.length;
    const changed = toggleWord(text, word, Math.min(caret, text.length), max);
    onChange(changed.text);
    // The textarea has the new text after the next frame; the focus stays with the chip.
    requestAnimationFrame(() => input.current?.setSelectionRange(changed.caret, changed.caret));
  };

  return (
    <div>
      <PromptBox {...props} inner={input} describedBy={lineId} />
      <WordsLine id={lineId} tool={tool} values={values} isWanted={isLoggedIn && !isDisabled && text.trim() !== ''} />
      {!isDisabled && (
        <div className="flex flex-wrap gap-8">
          {groups.length > 0 && (
            <Popover trigger="词库" triggerClassName={buttonLook({ size: 'small' })} panelClassName={styles.panel}>
              {() => (
                <div className="grid gap-12">
                  {groups.map(({ label, words }) => (
                    <div key={label} role="group" aria-label={label} className="grid gap-4">
                      <span className="m-0 text-second text-12">{label}</span>
                      <div className="flex flex-wrap gap-8">
                        {words.map((word) => (
                          <Chip key={word} aria-pressed={hasWord(text, word)} onClick={() => toggle(word)}>
                            {word}
                          </Chip>
                        ))}
                      </div>
                    </div>
                  ))}
                </div>
              )}
            </Popover>
          )}
          {groups.length > 0 && (
            <Button size="small" onClick={write}>
              帮我写
            </Button>
          )}
          {user && (
            <Popover trigger="历史" triggerClassName={buttonLook({ size: 'small' })} panelClassName={styles.panel}>
              {(close) => (
                <History
                  texts={promptsOf(user.userId, tool.id)}
                  onChoose={(chosen) => {
                    replace(chosen.slice(0, max));
                    close();
                    input.current?.focus();
                  }}
                />
              )}
            </Popover>
          )}
          {replaced && replaced.by === text && (
            <Button
              size="small"
              look="quiet"
              onClick={() => {
                setReplaced(undefined);
                onChange(replaced.before);
              }}
            >
              撤销
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function History({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) {
  if (texts.length === 0) return <p className="m-0 text-second text-12">用过的描述会留在这台设备上</p>;
  return (
    <ul className={`grid m-0 p-0 ${styles.history}`} aria-label="用过的描述">
      {texts.map((text) => (
        <li key={text}>
          <BareButton
            className={`block w-full p-8 border-0 rounded-input bg-none text-ink text-13 text-left ${styles.used}`}
            onClick={() => onChoose(text)}
          >
            {text}
          </BareButton>
        </li>
      ))}
    </ul>
  );
}
