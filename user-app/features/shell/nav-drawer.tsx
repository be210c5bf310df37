import { Link } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { toolGroupLabels } from '#shared/tools/groups';
import { useAllowed } from '../../lib/allowed';
import { groupCards } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { CloseIcon, MenuIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { FilingLink } from './filing-link';
import type { MenuEntry } from './menu-entries';
import { useRouteMenu } from './route-menu';
import styles from './shell.css';
import { ThemeChoice } from './theme-switch';

/** The phone's menu: all entries of the header, all tools, agreements. */
export function NavDrawer({ entries }: { entries: readonly MenuEntry[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAllowed = useAllowed();
  const cards = useToolCards();
  const routeMenu = useRouteMenu();
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);

  return (
    <>
      <button type="button" className={styles.iconButton} aria-label="打开菜单" onClick={() => setOpen(true)}>
        <MenuIcon size={20} />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is on its backdrop.
        <dialog
          ref={dialog}
          className={styles.drawer}
          aria-label="菜单"
          onClose={() => setOpen(false)}
          onClick={(event) => event.target === dialog.current && close()}
        >
          <div className={styles.drawerHead}>
            <strong>菜单</strong>
            <button type="button" className={styles.iconButton} aria-label="关闭菜单" onClick={close}>
              <CloseIcon size={20} />
            </button>
          </div>
          <nav className={styles.drawerBody} aria-label="全部页面">
            <ul>
              {[...entries.filter(isAllowed), ...routeMenu.map(({ path, title }) => ({ path, label: title }))].map(
                ({ path, label }) => (
                  <li key={path}>
                    <Link to={path} className={styles.menuEntry} onClick={close}>
                      {label}
                    </Link>
                  </li>
                ),
              )}
            </ul>
            {groupCards(cards).map(({ group, cards: members }) => (
              <section key={group} aria-label={toolGroupLabels[group]}>
                <h2 className={styles.drawerHeading}>{toolGroupLabels[group]}</h2>
                <ul>
                  {members.map((card) => (
                    <li key={card.id}>
                      <Link to={card.path} className={styles.menuEntry} onClick={close}>
                        <ToolIcon toolId={card.id} size={16} />
                        {card.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <ThemeChoice />
            <div className={styles.filing}>
              <FilingLink />
            </div>
          </nav>
        </dialog>
      )}
    </>
  );
}
