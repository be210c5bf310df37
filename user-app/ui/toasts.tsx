import { message } from 'antd';
import { useEffect, useRef } from 'react';
import { useStore } from '../lib/create-store';
import { toastOptions, toastStore } from '../lib/toast';

/** Shows what `lib/toast` was asked to show, 200 px from the top and two at most (spec §8). */
export default function Toasts() {
  const [messages, holder] = message.useMessage(toastOptions);
  const waiting = useStore(toastStore, (state) => state.waiting);
  const shownUpTo = useRef(0);

  useEffect(() => {
    for (const { id, kind, text, seconds } of waiting) {
      if (id <= shownUpTo.current) continue;
      shownUpTo.current = id;
      void messages.open({ key: id, type: kind, content: text, duration: seconds });
    }
  }, [waiting, messages]);

  return holder;
}
