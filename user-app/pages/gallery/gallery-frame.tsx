import type { ReactNode } from 'react';
import { GalleryHost } from '../../features/gallery/wall/gallery-host';
import { classNames } from '../../lib/class-names';
import { NavLink, useRouteProps } from '../../lib/router';
import styles from './gallery-frame.css';

/** Screens the tabs on top lead to. */
const tabs = [
  ['/tupianHome', '图片'],
  ['/seachInspiration', '图集'],
  ['/caseHome', '案例'],
  ['/findPage', '发现'],
] as const;

interface GalleryFrameProps {
  /** The heading; the route's title where it is left out. */
  title?: ReactNode;
  text?: ReactNode;
  /** The heading is read out only: the page shows what it is by itself. */
  isTitleHidden?: boolean;
  /** Stands beside the tabs: the search box. */
  search?: ReactNode;
  /** Stands beside the heading: what the page can do. */
  aside?: ReactNode;
  /** For text and forms: 920 px at most, in place of edge to edge. */
  isNarrow?: boolean;
  /** False where what the page shows has a heading of its own. */
  hasHead?: boolean;
  /** False on pages that are one's own. */
  hasTabs?: boolean;
  children: ReactNode;
}

/** Frame of every screen of the gallery: tabs, search box, heading. */
export function GalleryFrame(props: GalleryFrameProps) {
  const { title: routeTitle = '灵感图库' } = useRouteProps<{ title?: string }>();
  const {
    title = routeTitle,
    text,
    isTitleHidden = false,
    hasTabs = true,
    hasHead = true,
    search,
    aside,
    children,
  } = props;
  return (
    <div className={classNames('w-full', styles.frame, props.isNarrow && styles.narrow)}>
      {(hasTabs || search) && (
        <div className={`row flex-wrap mb-16 ${styles.top}`}>
          {hasTabs && (
            <nav className="flex flex-none gap-24" aria-label="灵感图库">
              {tabs.map(([to, label]) => (
                <NavLink key={to} to={to} className={`p-8-0 text-second ${styles.tab}`}>
                  {label}
                </NavLink>
              ))}
            </nav>
          )}
          {search && <div className={styles.search}>{search}</div>}
        </div>
      )}
      {hasHead && (
        <div className={isTitleHidden ? 'visually-hidden' : `flex flex-wrap justify-between mb-16 ${styles.head}`}>
          <div>
            <h1>{title}</h1>
            {text && <div className={`mt-4 text-second ${styles.text}`}>{text}</div>}
          </div>
          {aside && <div className="flex flex-wrap gap-8">{aside}</div>}
        </div>
      )}
      {children}
      <GalleryHost />
    </div>
  );
}
