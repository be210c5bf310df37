import { toolGroupLabels } from '#shared/tools/groups';
import { Link } from '../../lib/router';
import { groupCards } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { ChevronDownIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { Popover } from '../../ui/popover';
import styles from './tools-menu.css';

/** Every tool by group, under one entry of the header. */
export function ToolsMenu({ triggerClassName }: { triggerClassName: string | undefined }) {
  const cards = useToolCards();
  return (
    <Popover
      isWide
      opensOnHover
      triggerClassName={triggerClassName}
      panelClassName={`overflow-y-auto ${styles.panel}`}
      trigger={
        <>
          工具
          <ChevronDownIcon size={14} />
        </>
      }
    >
      {(close) => (
        <div className={styles.columns}>
          {groupCards(cards).map(({ group, cards: members }) => (
            <section key={group} className={styles.group} aria-label={toolGroupLabels[group]}>
              <h2 className={`border-b text-second text-12 font-medium ${styles.heading}`}>{toolGroupLabels[group]}</h2>
              <ul>
                {members.map((card) => (
                  <li key={card.id}>
                    <Link to={card.path} className={`items-center rounded-input ${styles.entry}`} onClick={close}>
                      <ToolIcon toolId={card.id} size={18} className={`flex-none text-second ${styles.icon}`} />
                      {card.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Popover>
  );
}
