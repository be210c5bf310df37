import { uploadAccept } from '#shared/domain/upload-formats';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useDropTarget } from '@/ui/use-drop-target';
import { Button } from '../../../ui/button';
import { pictureFieldOf } from '../field-rules';
import type { Intake } from '../use-intake';
import styles from './states.css';

/** Nothing yet: a small drawing, and the first step. */
export function EmptyStage({ tool, intake }: { tool: DefinedTool; intake: Intake }) {
  const entry = pictureFieldOf(tool);
  const take = (files: File[]) => entry && intake.addFiles(...entry, files);
  const { isOver, handlers } = useDropTarget(take, !entry);
  // A reference may be dropped here as well, but a tool that starts from words does not ask for it.
  const first = entry?.[1].isRequired ? entry : undefined;
  const sample = tool.sample?.before;
  return (
    <div className={styles.empty} data-over={isOver || undefined} {...handlers}>
      <Drawing />
      <p className={styles.emptyTitle}>{first ? `先放一张${first[1].label}` : '从描述开始'}</p>
      <p className={styles.emptyText}>
        {first ? '拖到这里，或者直接粘贴；生成后拖动竖线对比前后。' : '写好描述后点“生成”，结果会出现在这里。'}
      </p>
      {first && (
        <div className={styles.endedActions}>
          <label className={styles.plainButton}>
            <input
              type="file"
              className={styles.fileInput}
              accept={uploadAccept}
              multiple={first[1].editor === 'images'}
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            选择图片
          </label>
          {sample && (
            <Button
              look="text"
              disabled={intake.samplePending !== undefined}
              onClick={() => intake.addSample(...first, sample)}
            >
              用示例图试试
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A house half drawn: elevation at the left, its lines running on to the right. */
function Drawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 240 132"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      <path d="M4 118h232" />
      <path d="M44 118V58l44-28 44 28v60" />
      <path d="M58 118V78h26v40M98 92V78h22v14zM64 86h14M109 78v14" />
      <path d="M132 58h64v60M146 118V84h36v34M164 84v34" strokeDasharray="4 4" />
      <path d="M120 8v116" stroke="var(--accent)" />
      <path d="m113 64-5 5 5 5M127 64l5 5-5 5" stroke="var(--accent)" />
      <path d="M16 118c0-10 4-16 8-20 4 4 8 10 8 20M212 118c0-8 3-13 6-16 3 3 6 8 6 16" strokeDasharray="3 3" />
    </svg>
  );
}
