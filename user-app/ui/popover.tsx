import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../lib/class-names';
import styles from './popover.css';

export interface PopoverProps {
  /** Content of the button. */
  trigger: ReactNode;
  /** Name of the button where its content is not text. */
  label?: string | undefined;
  /** Says more than the name to a resting pointer. */
  tip?: string | undefined;
  /** Gets `close`, for entries that lead elsewhere. */
  children: (close: () => void) => ReactNode;
  align?: 'start' | 'end';
  /** The panel stands over the button: for bars at the lower edge. */
  isAbove?: boolean;
  /** Opens under a resting pointer as well. */
  opensOnHover?: boolean;
  /** The panel spans the nearest positioned ancestor instead of hanging under the button. */
  isWide?: boolean;
  /** The panel is a list of acts; whoever chose one is back at the button. */
  hasMenu?: boolean;
  triggerClassName?: string | undefined;
  panelClassName?: string | undefined;
}

const hoverDelayMs = 90;
const leaveDelayMs = 180;

/** A button with a panel. Escape and a press elsewhere close it; focus goes back to the button. */
export function Popover(props: PopoverProps) {
  const { trigger, label, children, align = 'start', opensOnHover = false, isWide = false, hasMenu = false } = props;
  const { isAbove = false } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<number>(undefined);
  const panelId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const openLater = (next: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(next), next ? hoverDelayMs : leaveDelayMs);
  };
  const hover = opensOnHover
    ? {
        onPointerEnter: (event: { pointerType: string }) => event.pointerType === 'mouse' && openLater(true),
        onPointerLeave: (event: { pointerType: string }) => event.pointerType === 'mouse' && openLater(false),
      }
    : {};

  const close = () => {
    setOpen(false);
    if (hasMenu) button.current?.focus();
  };

  return (
    <div ref={root} className={classNames('relative', isWide && styles.wide)} {...hover}>
      <button
        ref={button}
        type="button"
        className={props.triggerClassName}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-haspopup={hasMenu ? 'menu' : undefined}
        aria-label={label}
        title={props.tip}
        onClick={() => {
          window.clearTimeout(timer.current);
          setOpen(!isOpen);
        }}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          id={panelId}
          className={classNames(
            'z-float border rounded-card bg-surface shadow-float',
            styles.panel,
            styles[align],
            isAbove && styles.above,
            props.panelClassName,
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
