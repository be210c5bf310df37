import { useEffect, useRef, useState } from 'react';
import type { Notice } from '#shared/contract/notice';
import { dismissNotice, useNotices } from '../../data/notices';
import { useCurrentUser } from '../../data/user';
import { classNames } from '../../lib/class-names';
import { readJson, removeKeys, storageKeys, writeJson } from '../../lib/storage';
import { IconButton } from '../../ui/icon-button';
import { CloseIcon } from '../../ui/icons';
import { useHeightProperty } from '../../ui/use-height-property';
import styles from './notice-strip.css';

/** Of those that were put away, so many are remembered on this device. */
const mostPutAway = 20;

const nameOf = ({ id, edition }: Notice) => `${id}-${edition}`;

const putAwayNames = () => {
  const kept = readJson(storageKeys.noticesPutAway);
  return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
};

/** Notice shown last, while it may still be valid. */
function keptNotice(): Notice | undefined {
  const kept = readJson(storageKeys.notice) as Partial<Notice> | undefined;
  if (typeof kept?.id !== 'string' || typeof kept.title !== 'string' || typeof kept.edition !== 'number') return;
  const notice = { text: '', isDismissible: true, endsAt: null, ...kept } as Notice;
  const isOver = notice.endsAt !== null && notice.endsAt <= Date.now();
  return isOver || putAwayNames().includes(nameOf(notice)) ? undefined : notice;
}

/**
 * One notice in a strip under the header. What is known when a page begins has its room from the start; what comes later
 * lies over the page until the next one, so that nothing moves.
 */
export function NoticeStrip({ path }: { path: string }) {
  const { user } = useCurrentUser();
  const { data } = useNotices();
  const [shown, setShown] = useState(() => ({ notice: keptNotice(), isOver: false, path }));
  const current = useRef(shown);
  current.current = shown;

  useEffect(() => {
    if (!data) return;
    const putAway = putAwayNames();
    const next = data.find((notice) => !putAway.includes(nameOf(notice)));
    if (next) writeJson(storageKeys.notice, next);
    else removeKeys(storageKeys.notice);
    const { notice, isOver } = current.current;
    // A notice that has ended keeps its room until the next page.
    if (next) setShown({ notice: next, isOver: notice ? isOver : true, path });
  }, [data, path]);

  useEffect(() => {
    if (current.current.path !== path) setShown({ notice: keptNotice(), isOver: false, path });
  }, [path]);

  const ref = useHeightProperty('--notice-strip');
  const { notice, isOver } = shown;
  if (!notice) return null;
  const { id, edition, title, text, isDismissible } = notice;
  const close = () => {
    if (isDismissible) {
      writeJson(storageKeys.noticesPutAway, [...putAwayNames(), nameOf(notice)].slice(-mostPutAway));
      removeKeys(storageKeys.notice);
      if (user) dismissNotice(id, edition).catch(() => undefined);
    }
    setShown({ notice: undefined, isOver: false, path });
  };
  return (
    <section
      ref={isOver ? null : ref}
      className={classNames(
        'row flex-none justify-center gap-8 border-b bg-sunken text-ink text-13',
        styles.strip,
        isOver && `absolute left-0 z-sticky ${styles.over}`,
      )}
      aria-label="公告"
    >
      <p title={text ? `${title}：${text}` : title}>
        <strong>{title}</strong>
        {text && <span>{text}</span>}
      </p>
      {(isDismissible || isOver) && (
        <IconButton label="收起公告" size="small" onClick={close}>
          <CloseIcon />
        </IconButton>
      )}
    </section>
  );
}
