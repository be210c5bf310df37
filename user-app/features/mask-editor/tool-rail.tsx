import { memo } from 'react';
import { ToolButtons } from '@/ui/tool-strip';
import { useParts } from '@/ui/use-snapshot';
import type { MaskEditor } from './engine/editor';
import { toolGroups } from './tool-list';
import styles from './tool-rail.css';

/** The tools, side by side under a thumb or one under the other beside the picture. */
export const ToolRail = memo(function ToolRail({ editor, onPicture }: { editor: MaskEditor; onPicture: () => void }) {
  const { tool, canSelect, canStudy } = useParts(editor, 'tool', 'canSelect', 'canStudy');
  const isThere = (entry: string) => {
    if (entry === 'select') return canSelect;
    return (entry !== 'wire' && entry !== 'colour') || canStudy;
  };
  return (
    <div
      className={`stack z-page items-center gap-2 overflow-y-auto p-4 border rounded-card bg-surface ${styles.rail}`}
      role="toolbar"
      aria-label="工具"
    >
      <ToolButtons
        groups={toolGroups.map((group) => group.filter((entry) => isThere(entry.tool)))}
        tool={tool}
        divider={<hr className={`flex-none ${styles.divider}`} />}
        onTool={(chosen, isByPointer) => {
          editor.setTool(chosen);
          // A mouse goes on to the picture, and its keys should work there.
          if (isByPointer) onPicture();
        }}
      />
    </div>
  );
});
