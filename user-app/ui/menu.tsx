import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './menu.css';
import { Popover, type PopoverProps } from './popover';

export interface MenuAct {
  label: string;
  /** Stands before the label. */
  icon?: ReactNode;
  /** Says more behind the label: a key, a consequence. */
  note?: ReactNode;
  isDisabled?: boolean;
  act: () => void;
}

interface MenuProps extends Pick<PopoverProps, 'trigger' | 'label' | 'tip' | 'align' | 'isAbove' | 'triggerClassName'> {
  acts: readonly MenuAct[];
}

/** A button with a list of acts: arrows, Home, End and first letters move in it, Escape leaves it. */
export function Menu({ acts, ...popover }: MenuProps) {
  return (
    <Popover {...popover} hasMenu panelClassName="p-4">
      {(close) => <Acts acts={acts} onDone={close} />}
    </Popover>
  );
}

function Acts({ acts, onDone }: { acts: readonly MenuAct[]; onDone: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  useEffect(() => list.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus(), []);

  const byKey = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const place = places[event.key];
    const next =
      place === undefined
        ? event.key.length === 1 && !event.ctrlKey && !event.metaKey
          ? [...all.slice(at + 1), ...all].find((entry) => startsWith(entry, event.key))
          : undefined
        : all.at(place % all.length);
    if (!next) return;
    event.preventDefault();
    // Letters are keys of the screen as well.
    event.stopPropagation();
    next.focus();
  };

  return (
    <div ref={list} role="menu" className={`grid ${styles.menu}`} onKeyDown={byKey}>
      {acts.map(({ label, icon, note, isDisabled = false, act }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={isDisabled}
          onClick={() => {
            onDone();
            act();
          }}
        >
          {icon}
          <span>{label}</span>
          {note && <small>{note}</small>}
        </button>
      ))}
    </div>
  );
}

const startsWith = (entry: HTMLElement, letter: string) =>
  (entry.textContent ?? '').toLowerCase().startsWith(letter.toLowerCase());
