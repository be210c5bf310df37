import type { CSSProperties } from 'react';
import type { DefinedTool } from '#shared/tools/define-tool';
import { resultUrl } from '@/data/results';
import { sampleUrl } from '@/data/samples';
import { basesOf } from '@/data/tool-bases';
import { isShownInTab, noteShownInTab } from '@/features/tool-workbench/shown-in-tab';
import { BeforeAfter } from '@/ui/before-after';
import { ThumbButton } from '@/ui/thumb';
import { useDropTarget } from '@/ui/use-drop-target';
import { acceptOf, takesBuilding } from '../building-base';
import { pictureFieldOf } from '../field-rules';
import type { Intake } from '../use-intake';
import { ownPicturesOf } from './first-picture';
import styles from './states.css';

/** Nothing yet: what this tool makes, large, and three pictures to try it with. */
export function EmptyStage({ tool, intake }: { tool: DefinedTool; intake: Intake }) {
  const entry = pictureFieldOf(tool);
  const take = (files: File[]) => entry && intake.addFiles(...entry, files);
  const { isOver, handlers } = useDropTarget(take, !entry);
  // A reference may be dropped here as well, but a tool that starts from words does not ask for it.
  const first = entry?.[1].isRequired ? entry : undefined;
  const bases = first ? basesOf(tool) : [];
  return (
    <div className={`grid ${styles.empty}`} data-over={isOver || undefined} {...handlers}>
      <OwnPair tool={tool} />
      <div className={`row justify-between gap-24 bg-page ${styles.begin}`}>
        <div className={styles.beginWords}>
          <p className={`font-semibold ${styles.emptyTitle}`}>{first ? `先放一张${first[1].label}` : '从描述开始'}</p>
          <p className={`text-second text-center ${styles.emptyText}`}>
            {first ? wordsOf(takesBuilding(tool, first[0])) : '写好描述后点“生成”，结果会出现在这里。'}
          </p>
        </div>
        {first && (
          <label
            className={`hidden relative items-center border bg-surface text-ink cursor-pointer ${styles.phoneUpload}`}
          >
            <input
              type="file"
              className={`absolute inset-0 w-full cursor-pointer ${styles.fileInput}`}
              accept={acceptOf(tool, first[0])}
              multiple={first[1].editor === 'images'}
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            选择图片
          </label>
        )}
        {first && bases.length > 0 && (
          <div className={`flex flex-none gap-8 ${styles.bases}`} role="group" aria-label="拿一张示例图试试">
            {bases.map((sample) => (
              <ThumbButton
                key={sample.name}
                className={styles.basis}
                label={`用示例图：${sample.title}`}
                title={sample.title}
                picture={{ src: sampleUrl(sample, 'thumb'), mainColor: sample.mainColor, isCropped: true }}
                disabled={intake.samplePending !== undefined}
                onClick={() => intake.addSample(...first, sample.name)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const wordsOf = (isForBuildings: boolean) =>
  isForBuildings
    ? '图片或 IFC、GLB、OBJ 模型都可以拖到这里，也可以拿一张试试。'
    : '拖到这里或直接粘贴，也可以拿一张试试。';

/** The tool's own before and after; a drawing where it has none. */
function OwnPair({ tool }: { tool: DefinedTool }) {
  const own = ownPicturesOf(tool.id);
  if (!own) return <Drawing />;
  const { before, after, isOverlaid } = own;
  const shape = { '--ratio': after.width / after.height } as CSSProperties;
  if (before && isOverlaid) {
    return (
      <div className={`grid place-items-center min-h-0 ${styles.ownPlace}`}>
        <div className={styles.own} style={shape}>
          <BeforeAfter
            isMain
            isEager
            playsOnce={!isShownInTab('comparison')}
            onPlay={() => noteShownInTab('comparison')}
            ratio={after.width / after.height}
            before={{ src: resultUrl(before), alt: `${tool.title}之前`, mainColor: before.mainColor }}
            after={{ src: resultUrl(after), alt: `${tool.title}之后`, mainColor: after.mainColor }}
          />
        </div>
      </div>
    );
  }
  return (
    <div className={`grid gap-2 min-h-0 ${styles.ownPair}`}>
      {(before ? [before, after] : [after]).map((picture) => (
        <img
          key={picture.file}
          src={resultUrl(picture)}
          alt={picture === after ? `${tool.title}之后` : `${tool.title}之前`}
        />
      ))}
    </div>
  );
}

/** A house half drawn: elevation at the left, its lines running on to the right. */
function Drawing() {
  return (
    <svg
      className={`text-second ${styles.drawing}`}
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
