import { type ComponentType, useId } from 'react';
import type { ClientCategory } from '#shared/domain/category-tree';
import { categoryNames } from '#shared/domain/category-tree';
import { ailive } from '#shared/tools/outdoor';
import { useCategories } from '@/data/category';
import { Slider } from '@/ui/slider';
import { IconButton } from '../../ui/icon-button';
import { ChevronDownIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import { CloseIcon, DiceIcon, LockIcon, UnlockIcon } from './icons';
import { randomSeed, type Words, type WordsControl } from './use-words';
import styles from './words.css';

type WordName = 'promptTxt' | 'classifyId2' | 'classifyId3';

/** A control of the tool's form; the page brings it. */
export interface WordFieldProps {
  name: WordName;
  values: Words;
  labelId: string;
  onChange: (value: unknown) => void;
}

interface WordsBarProps extends Pick<WordsControl, 'words' | 'change'> {
  Field: ComponentType<WordFieldProps>;
  /** Seed of the session, shown while no other one is set. */
  seed: number | undefined;
  isOpen: boolean;
  onClose: () => void;
}

const { fields } = ailive;
const nameOf = (tree: readonly ClientCategory[], id: string | undefined) =>
  id === undefined ? undefined : categoryNames(tree, id).at(-1);

/** Settings of the picture: description, type, style, similarity, seed, and when it is rendered. */
export function WordsBar({ words, change, Field, seed, isOpen, onClose }: WordsBarProps) {
  const id = useId();
  const { data: tree = [] } = useCategories();
  const shownSeed = words.seed ?? seed;
  const field = (name: WordName) => (
    <Field
      name={name}
      values={words}
      labelId={`${id}-${name}`}
      onChange={(value) => {
        // A style belongs to its kind.
        const isKindLeft = name === 'classifyId2' && value === undefined;
        change({ [name]: value, ...(isKindLeft ? { classifyId3: undefined } : {}) } as Partial<Words>);
      }}
    />
  );
  const kind = nameOf(tree, words.classifyId2) ?? fields.classifyId2.placeholder;
  const style = nameOf(tree, words.classifyId3) ?? fields.classifyId3.placeholder;
  return (
    <section
      className={`grid gap-8 min-w-0 border-t bg-surface ${styles.words}`}
      data-open={isOpen || undefined}
      aria-label="描述与风格"
    >
      <div className={`hidden ${styles.head}`}>
        <strong>描述与风格</strong>
        <IconButton label="收起描述" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={`relative min-h-0 ${styles.prompt}`}>
        <span id={`${id}-promptTxt`} className={`block text-second text-12 ${styles.promptLabel}`}>
          {fields.promptTxt.label}
        </span>
        {field('promptTxt')}
      </div>
      <div className={`row gap-8-16 min-w-0 text-13 ${styles.controls}`}>
        <Popover
          triggerClassName={`inline-flex items-center gap-8 text-second nowrap ${styles.preset}`}
          panelClassName={styles.presetPanel}
          trigger={
            <>
              <span>类型与风格</span>
              <strong>{words.classifyId2 ? `${kind} · ${style}` : kind}</strong>
              <ChevronDownIcon size={14} />
            </>
          }
        >
          {() => (
            <>
              <span id={`${id}-classifyId2`} className={styles.presetLabel}>
                {fields.classifyId2.label}
              </span>
              {field('classifyId2')}
              {words.classifyId2 && (
                <>
                  <span id={`${id}-classifyId3`} className={styles.presetLabel}>
                    {fields.classifyId3.label}
                  </span>
                  {field('classifyId3')}
                </>
              )}
            </>
          )}
        </Popover>
        <Slider
          label={fields.similarity.label}
          tip={fields.similarity.help}
          min={0}
          max={100}
          value={words.similarity}
          start={Number(fields.similarity.default)}
          onChange={(similarity) => change({ similarity })}
        />
        <div className={`row flex-none text-second ${styles.seed}`} role="group" aria-label="种子">
          <span className={`tabular ${styles.seedNumber}`} title="种子">
            种子 {shownSeed ?? '随机'}
          </span>
          <IconButton label="换一个种子" onClick={() => change({ seed: randomSeed() })}>
            <DiceIcon size={16} />
          </IconButton>
          <IconButton
            label="锁定种子"
            aria-pressed={words.isSeedLocked}
            tip={words.isSeedLocked ? '已锁定：同样的画得到同样的图' : '未锁定：每次开始或手动刷新换一个种子'}
            onClick={() => change({ isSeedLocked: !words.isSeedLocked })}
          >
            {words.isSeedLocked ? <LockIcon size={16} /> : <UnlockIcon size={16} />}
          </IconButton>
        </div>
        <div
          className={`flex flex-none border rounded-input ${styles.refresh}`}
          role="radiogroup"
          aria-label={fields.refresh.label}
        >
          {(fields.refresh.options ?? []).map((option) => (
            <label key={String(option.value)}>
              <input
                type="radio"
                name={`${id}-refresh`}
                checked={words.refresh === option.value}
                onChange={() => change({ refresh: option.value as Words['refresh'] })}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      </div>
    </section>
  );
}
