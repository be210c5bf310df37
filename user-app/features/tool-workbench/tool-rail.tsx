import { Link } from '@umijs/max';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { toolGroupLabels } from '#shared/tools/groups';
import { openPalette } from '@/lib/palette-store';
import { groupCards } from '@/lib/tool-card';
import { useToolCards } from '@/lib/use-tool-cards';
import { IconButton } from '@/ui/icon-button';
import { SearchIcon } from '@/ui/icons';
import { ToolIcon } from '@/ui/icons/tool-icon';
import { KeysIcon } from './icons';
import styles from './tool-rail.css';

/** Every tool by group, one press away; what its page held is there again. One stop of Tab, arrows move in it. */
export function ToolRail({ toolId, onShortcuts }: { toolId: string; onShortcuts: () => void }) {
  const cards = useToolCards();
  const list = useRef<HTMLElement>(null);
  const [tip, setTip] = useState<{ title: string; top: number }>();

  useLayoutEffect(() => {
    const rail = list.current;
    const current = rail?.querySelector<HTMLElement>('[aria-current]');
    if (rail && current) rail.scrollTop = current.offsetTop - rail.clientHeight / 2;
  }, []);

  const byKey = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (at < 0 || place === undefined) return;
    event.preventDefault();
    links.at(place % links.length)?.focus();
  };
  const tell = (title: string) => ({
    onPointerEnter: ({ currentTarget }: { currentTarget: Element }) => setTip(tipAt(currentTarget, title)),
    onPointerLeave: () => setTip(undefined),
    onFocus: ({ currentTarget }: { currentTarget: Element }) => setTip(tipAt(currentTarget, title)),
    onBlur: () => setTip(undefined),
  });

  return (
    <div className={styles.rail}>
      <IconButton
        label="全部工具"
        tip="全部工具（/）"
        aria-keyshortcuts="/"
        aria-haspopup="dialog"
        onClick={() => openPalette('tools')}
      >
        <SearchIcon />
      </IconButton>
      <nav ref={list} className={styles.list} aria-label="换工具" onKeyDown={byKey} onScroll={() => setTip(undefined)}>
        {groupCards(cards).map(({ group, cards: members }) => (
          <ul key={group} aria-label={toolGroupLabels[group]}>
            {members.map(({ id, path, title }) => (
              <li key={id}>
                <Link
                  to={path}
                  className={styles.entry}
                  aria-label={title}
                  aria-current={id === toolId ? 'page' : undefined}
                  tabIndex={id === toolId ? 0 : -1}
                  {...tell(title)}
                >
                  <ToolIcon toolId={id} size={18} />
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <IconButton label="快捷键" tip="快捷键（?）" aria-keyshortcuts="?" aria-haspopup="dialog" onClick={onShortcuts}>
        <KeysIcon />
      </IconButton>
      {tip && (
        <span className={styles.tip} style={{ top: tip.top }} aria-hidden="true">
          {tip.title}
        </span>
      )}
    </div>
  );
}

function tipAt(element: Element, title: string): { title: string; top: number } {
  const { top, height } = element.getBoundingClientRect();
  return { title, top: top + height / 2 };
}
