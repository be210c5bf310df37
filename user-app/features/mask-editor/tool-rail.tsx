import { Fragment, memo } from 'react';
import controls from './controls.css';
import type { MaskEditor } from './engine/editor';
import { toolGroups } from './tool-list';
import styles from './tool-rail.css';
import { useParts } from './use-parts';

/** The tools, side by side under a thumb or one under the other beside the picture. */
export const ToolRail = memo(function ToolRail({ editor, onPicture }: { editor: MaskEditor; onPicture: () => void }) {
  const { tool, canSelect, canStudy } = useParts(editor, 'tool', 'canSelect', 'canStudy');
  const isThere = (entry: string) => {
    if (entry === 'select') return canSelect;
    return (entry !== 'wire' && entry !== 'colour') || canStudy;
  };
  return (
    <div className={styles.rail} role="toolbar" aria-label="工具">
      {toolGroups.map((group, index) => (
        <Fragment key={group[0]?.tool}>
          {index > 0 && <hr className={styles.divider} />}
          {group
            .filter((entry) => isThere(entry.tool))
            .map((entry) => (
              <button
                key={entry.tool}
                type="button"
                className={controls.tool}
                aria-pressed={entry.tool === tool}
                aria-label={entry.label}
                aria-keyshortcuts={entry.shortcut}
                title={`${entry.label}（${entry.shortcut}）`}
                onClick={(event) => {
                  editor.setTool(entry.tool);
                  // A mouse goes on to the picture, and its keys should work there.
                  if (event.detail > 0) onPicture();
                }}
              >
                {entry.icon}
              </button>
            ))}
        </Fragment>
      ))}
    </div>
  );
});
