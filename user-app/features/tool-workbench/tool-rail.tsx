import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { childrenOf, findCategory } from '#shared/domain/category-tree';
import { toolGroupLabels } from '#shared/tools/groups';
import { toolById } from '#shared/tools/registry';
import { useCategories } from '@/data/category';
import { openPalette } from '@/features/palette/door';
import { useProductState } from '@/lib/product-state';
import { groupCards, type ToolCard } from '@/lib/tool-card';
import { useToolCards } from '@/lib/use-tool-cards';
import { IconButton } from '@/ui/icon-button';
import { SearchIcon } from '@/ui/icons';
import { ToolIcon } from '@/ui/icons/tool-icon';
import { Link } from '../../lib/router';
import { KeysIcon } from './icons';
import styles from './tool-rail.css';

/** Every tool by group, one press away; what its page held is there again. One stop of Tab, arrows move in it. */
export function ToolRail({ toolId, onShortcuts }: { toolId: string; onShortcuts: () => void }) {
  const cards = useToolCards();
  const list = useRef<HTMLElement>(null);
  const [tip, setTip] = useState<Tip>();

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
  const bases = useProductState('upload_show_img');
  const tell = (card: ToolCard) => ({
    onPointerEnter: ({ currentTarget }: { currentTarget: Element }) => setTip(tipAt(currentTarget, card)),
    onPointerLeave: () => setTip(undefined),
    onFocus: ({ currentTarget }: { currentTarget: Element }) => setTip(tipAt(currentTarget, card)),
    onBlur: () => setTip(undefined),
  });

  return (
    <div className={`stack items-center gap-4 min-h-0 p-8-0 bg-surface ${styles.rail}`}>
      <IconButton
        label="全部工具"
        tip="全部工具（/）"
        aria-keyshortcuts="/"
        aria-haspopup="dialog"
        onClick={() => openPalette('tools')}
      >
        <SearchIcon />
      </IconButton>
      <nav
        ref={list}
        className={`relative flex-1 w-full min-h-0 overflow-y-auto ${styles.list}`}
        aria-label="换工具"
        onKeyDown={byKey}
        onScroll={() => setTip((shown) => shown && tipAt(shown.element, shown.card))}
      >
        {groupCards(cards).map(({ group, cards: members }) => (
          <ul key={group} aria-label={toolGroupLabels[group]}>
            {members.map((card) => (
              <li key={card.id}>
                <Link
                  to={card.path}
                  className={`grid relative place-items-center rounded-input text-second ${styles.entry}`}
                  aria-label={card.title}
                  aria-current={card.id === toolId ? 'page' : undefined}
                  data-begun={Boolean(bases[card.id]) || undefined}
                  tabIndex={card.id === toolId ? 0 : -1}
                  {...tell(card)}
                >
                  <ToolIcon toolId={card.id} size={18} />
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <IconButton label="快捷键" tip="快捷键（?）" aria-keyshortcuts="?" aria-haspopup="dialog" onClick={onShortcuts}>
        <KeysIcon />
      </IconButton>
      {tip && <RailTip card={tip.card} top={tip.top} />}
    </div>
  );
}

interface Tip {
  element: Element;
  card: ToolCard;
  /** Of its middle, px in the window. */
  top: number;
}

function tipAt(element: Element, card: ToolCard): Tip {
  const { top, height } = element.getBoundingClientRect();
  return { element, card, top: top + height / 2 };
}

/** The name of a tool, and what its page holds in this window: base picture and type. */
function RailTip({ card: { id, title }, top }: Pick<Tip, 'card' | 'top'>) {
  const base = useProductState('upload_show_img')[id];
  const typeIndex = useProductState('classifyId2_index')[id] ?? -1;
  const { data: categories = [] } = useCategories();
  const root = findCategory(categories, toolById(id)?.fields.classifyId2?.categoryRoot ?? '');
  const type = root && childrenOf(root)[typeIndex];
  return (
    <span
      className={`row fixed z-float gap-8 border rounded-input bg-surface shadow-float text-ink text-12 nowrap pointer-events-none ${styles.tip}`}
      style={{ top }}
      aria-hidden="true"
    >
      {base && <img src={base} alt="" />}
      <span>{title}</span>
      {type && <small>{type.name}</small>}
    </span>
  );
}
