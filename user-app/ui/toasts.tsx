import { history } from '@umijs/max';
import { message } from 'antd';
import { useEffect, useRef } from 'react';
import { useStore } from '../lib/create-store';
import { toastOptions, toastStore } from '../lib/toast';
import styles from './toasts.css';

/** Shows what `lib/toast` was asked to show, 200 px from the top and two at most (spec §8). */
export default function Toasts() {
  const [messages, holder] = message.useMessage(toastOptions);
  const waiting = useStore(toastStore, (state) => state.waiting);
  const shownUpTo = useRef(0);

  useEffect(() => {
    for (const { id, kind, text, seconds, link } of waiting) {
      if (id <= shownUpTo.current) continue;
      shownUpTo.current = id;
      const content = link ? <LinkedText text={text} {...link} onLeave={() => messages.destroy(id)} /> : text;
      void messages.open({ key: id, type: kind, content, duration: seconds });
    }
  }, [waiting, messages]);

  return holder;
}

/** Toasts stand outside the router, so their link asks the history itself. */
function LinkedText({ text, to, label, onLeave }: { text: string; to: string; label: string; onLeave: () => void }) {
  return (
    <>
      {text}
      <a
        href={to}
        className={styles.link}
        onClick={(event) => {
          event.preventDefault();
          onLeave();
          history.push(to);
        }}
      >
        {label}
      </a>
    </>
  );
}
