import { useState } from 'react';
import { toolGroupLabels } from '#shared/tools/groups';
import { useAllowed } from '../../lib/allowed';
import { Link } from '../../lib/router';
import { groupCards } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { Dialog } from '../../ui/dialog';
import { IconButton } from '../../ui/icon-button';
import { MenuIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { FilingLink } from './filing-link';
import type { MenuEntry } from './menu-entries';
import { useRouteMenu } from './route-menu';
import styles from './shell.css';
import { ThemeChoice } from './theme-switch';

/** The phone's menu: all entries of the header, all tools, agreements. */
export function NavDrawer({ entries }: { entries: readonly MenuEntry[] }) {
  const isAllowed = useAllowed();
  const cards = useToolCards();
  const routeMenu = useRouteMenu();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <IconButton label="打开菜单" onClick={() => setOpen(true)}>
        <MenuIcon size={20} />
      </IconButton>
      {isOpen && (
        <Dialog title="菜单" place="start" closeLabel="关闭菜单" onClose={close}>
          <nav aria-label="全部页面">
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
                <h2 className={`text-second text-12 font-medium ${styles.drawerHeading}`}>{toolGroupLabels[group]}</h2>
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
        </Dialog>
      )}
    </>
  );
}
