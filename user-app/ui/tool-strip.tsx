import { type ButtonHTMLAttributes, Fragment, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { IconButton, iconButtonLook } from './icon-button';
import type { ShortcutGroup } from './shortcut-dialog';
import styles from './tool-strip.css';

/** The look of the tools, for what opens something instead of being pressed. */
export const toolClass = classNames(iconButtonLook(), styles.tool);

export interface ToolEntry<Tool extends string> {
  tool: Tool;
  label: string;
  /** One letter. */
  shortcut: string;
  icon: ReactNode;
}

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  /** Said beside the label when the pointer rests; the label alone without it. */
  keys?: string;
  children: ReactNode;
}

/** An icon that acts; its label is heard and shown when the pointer rests on it. */
export function ToolButton({ label, keys, className, children, ...rest }: ToolButtonProps) {
  return (
    <IconButton
      label={label}
      tip={keys ? `${label}（${keys}）` : label}
      className={classNames(styles.tool, className)}
      {...rest}
    >
      {children}
    </IconButton>
  );
}

interface ToolButtonsProps<Tool extends string> {
  /** Parted by {@link divider}. */
  groups: readonly (readonly ToolEntry<Tool>[])[];
  tool: Tool;
  divider?: ReactNode;
  /** `isByPointer`: pressed by mouse, pen or finger rather than by a key. */
  onTool: (tool: Tool, isByPointer: boolean) => void;
}

/** The tools to choose from, one of them in hand. */
export function ToolButtons<Tool extends string>({ groups, tool, divider, onTool }: ToolButtonsProps<Tool>) {
  return groups.map((group, index) => (
    <Fragment key={group[0]?.tool}>
      {index > 0 && divider}
      {group.map((entry) => (
        <ToolButton
          key={entry.tool}
          label={entry.label}
          keys={entry.shortcut}
          aria-keyshortcuts={entry.shortcut}
          aria-pressed={entry.tool === tool}
          onClick={({ detail }) => onTool(entry.tool, detail > 0)}
        >
          {entry.icon}
        </ToolButton>
      ))}
    </Fragment>
  ));
}

/** The keys of tools, for the sheet of all keys. */
export function toolKeys(entries: readonly ToolEntry<string>[]): ShortcutGroup {
  return { title: '工具', keys: entries.map(({ shortcut, label }) => [shortcut, label] as const) };
}
