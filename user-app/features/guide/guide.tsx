import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rememberGuide } from '../../lib/guide-news';
import { closeDialog, productState } from '../../lib/product-state';
import { useLocation } from '../../lib/router';
import { Button } from '../../ui/button';
import styles from './guide.css';
import { placeOfCard } from './guide-place';
import { guideSteps } from './guide-steps';

/**
 * The tour: five steps beside what they are about. The page stays in use; Escape, a way to another page and the last
 * step end it, and it does not come back by itself.
 */
export default function Guide() {
  const { pathname } = useLocation();
  const [steps] = useState(() => guideSteps(productState().function_page !== ''));
  const [at, setAt] = useState(0);
  const card = useRef<HTMLElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [start] = useState(pathname);
  const step = steps[at];
  useEnd(pathname !== start, card);

  useLayoutEffect(() => {
    if (!step) return;
    const about = found(step.marks);
    about?.scrollIntoView({ block: 'nearest' });
    const place = () => {
      if (!card.current || !ring.current) return;
      const box = about?.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = card.current;
      const { innerWidth, innerHeight } = window;
      const { left, top } = placeOfCard(box, { width, height }, { width: innerWidth, height: innerHeight });
      card.current.style.translate = `${left}px ${top}px`;
      ring.current.hidden = !box;
      if (!box) return;
      ring.current.style.translate = `${box.left}px ${box.top}px`;
      ring.current.style.width = `${box.width}px`;
      ring.current.style.height = `${box.height}px`;
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(document.body);
    if (about) sizes.observe(about);
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [step]);

  if (!step) return null;
  const isLast = at === steps.length - 1;
  return (
    <>
      <div
        ref={ring}
        className={`fixed top-0 left-0 rounded-input pointer-events-none ${styles.ring}`}
        aria-hidden="true"
      />
      <section
        ref={card}
        className={`fixed top-0 left-0 p-16 border rounded-card bg-surface shadow-float text-ink ${styles.card}`}
        aria-label={`导览：${step.title}`}
      >
        <div aria-live="polite">
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div className={`row gap-8 mt-12 ${styles.foot}`}>
          <span className="tabular">
            <span className="visually-hidden">导览，第 </span>
            {at + 1} / {steps.length}
            <span className="visually-hidden"> 步，按 Escape 跳过</span>
          </span>
          {!isLast && (
            <Button size="small" look="quiet" onClick={end}>
              跳过
            </Button>
          )}
          {at > 0 && (
            <Button size="small" onClick={() => setAt(at - 1)}>
              上一步
            </Button>
          )}
          <Button size="small" look="primary" onClick={() => (isLast ? end() : setAt(at + 1))}>
            {isLast ? '知道了' : '下一步'}
          </Button>
        </div>
      </section>
    </>
  );
}

const end = () => closeDialog('guide');

/** Ends the tour by key and with its page, remembers that it was there, and gives the focus back. */
function useEnd(isElsewhere: boolean, card: React.RefObject<HTMLElement>): void {
  useEffect(() => {
    rememberGuide();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) end();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [card]);

  useEffect(() => {
    if (isElsewhere) end();
  }, [isElsewhere]);
}

/** The first thing of these that is to be seen. */
function found(marks: readonly string[]): HTMLElement | undefined {
  return marks
    .flatMap((mark) => [...document.querySelectorAll<HTMLElement>(mark)])
    .flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>('a, button')])
    .find((element) => element.checkVisibility() && element.getBoundingClientRect().width > 0);
}
