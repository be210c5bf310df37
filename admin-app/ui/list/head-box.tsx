import { cloneElement, isValidElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** The box that chooses the whole page. antd draws headings once more, unseen, to measure them: there is none there. */
export function HeadBox({ box }: { box: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isMeasured, setIsMeasured] = useState(false);
  useLayoutEffect(() => setIsMeasured(place.current?.closest('.ant-table-measure-row') != null), []);
  if (isMeasured || !isValidElement<object>(box)) return null;
  return <span ref={place}>{cloneElement(box, { 'aria-label': '选择本页' } as object)}</span>;
}
