import { type RefObject, useLayoutEffect } from 'react';
import { formId } from '../stage-field';
import styles from './stage-cover.css';

/**
 * While an editor takes the whole window: puts the form beside it as a panel, or folds it away, and keeps the keyboard
 * out of all that is covered.
 */
export function useFormBeside(cover: RefObject<HTMLElement>, isFull: boolean, isFormFolded: boolean): void {
  useLayoutEffect(() => {
    const own = cover.current;
    if (!isFull || !own) return;
    const panel = document.getElementById(formId)?.closest('section');
    const covered = coveredBy(own).filter((element) => element !== panel);
    for (const element of covered) element.setAttribute('inert', '');
    return () => {
      for (const element of covered) element.removeAttribute('inert');
    };
  }, [cover, isFull]);

  useLayoutEffect(() => {
    const panel = document.getElementById(formId)?.closest('section');
    if (!isFull || !panel) return;
    const { formBeside, formFolded } = styles;
    const state = isFormFolded ? formFolded : formBeside;
    if (state) panel.classList.add(state);
    return () => {
      if (state) panel.classList.remove(state);
    };
  }, [isFull, isFormFolded]);
}

/** Siblings of an element and of its ancestors in the app, except in its own parent, which the stage handles. */
function coveredBy(element: HTMLElement): Element[] {
  const covered: Element[] = [];
  const root = document.getElementById('root');
  for (let inner = element.parentElement; inner && inner !== root && inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children)
      if (sibling !== inner && !sibling.hasAttribute('inert')) covered.push(sibling);
  }
  return covered;
}
