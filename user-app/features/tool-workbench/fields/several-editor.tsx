import { useTakenView } from '@/data/building-views';
import { useDropTarget } from '@/ui/use-drop-target';
import { Button } from '../../../ui/button';
import { acceptOf } from '../building-base';
import { OtherView } from './building-ways';
import type { FieldEditorProps, SeveralPictures } from './field-editor';
import { PagesOfDocuments } from './page-chooser';
import { PictureSources, useFileChooser } from './picture-editors';
import { PictureList } from './picture-list';
import styles from './pictures.css';

/** The base pictures of one start: each becomes a run of its own, and one of them is looked at. */
export function SeveralEditor({ several, ...props }: FieldEditorProps & { several: SeveralPictures }) {
  const { name, field, value, isDisabled, labelId, intake } = props;
  const { pictures, limit } = several;
  const uploads = intake.uploads.filter((upload) => upload.field === name);
  const room = Math.max(0, limit - pictures.length - uploads.length);
  const take = (files: File[]) => intake.addFiles(name, field, files, { isAdded: true });
  const { chooser, open } = useFileChooser(true, acceptOf(props.tool, name), take);
  const takenView = useTakenView(typeof value === 'string' ? value : undefined);
  const { isOver, handlers } = useDropTarget(take, isDisabled);

  return (
    <div {...handlers}>
      {chooser}
      <PictureList
        pictures={pictures}
        uploads={uploads}
        intake={intake}
        max={limit}
        labelId={labelId}
        addLabel={`添加${field.label}`}
        isDisabled={isDisabled}
        isOver={isOver}
        onOpen={open}
        onMove={several.onMove}
        onRemove={several.onRemove}
        look={{ current: value, at: several.onLook }}
        stateOf={several.stateOf}
      />
      {several.problems.map((problem) => (
        <p key={problem} className={styles.problem} role="alert">
          {problem}
        </p>
      ))}
      <SurplusLine several={several} />
      <PagesOfDocuments
        pictures={pictures}
        uploads={uploads}
        documents={intake.documents}
        isDisabled={isDisabled}
        hasRoom={room > 0}
        onAdd={(file, page) => intake.addFiles(name, field, [file], { page, isAdded: true })}
        onRemove={several.onRemove}
      />
      <p className={`m-0 text-12 leading-20 tabular ${styles.severalFacts}`}>
        {several.words}
        {several.onShowResults && (
          <Button look="text" onClick={several.onShowResults}>
            看这一批
          </Button>
        )}
        {several.onRemoveUnsuitable && (
          <Button look="text" disabled={isDisabled} onClick={several.onRemoveUnsuitable}>
            移除不适合的
          </Button>
        )}
        <OtherView view={takenView} isDisabled={isDisabled} />
        <Button look="text" disabled={isDisabled} onClick={several.onClear}>
          全部移除
        </Button>
      </p>
      <PictureSources {...props} most={room} onPick={several.onAdd} />
    </div>
  );
}

/** Line about pictures beyond the limit of one start, with the way to a larger limit. */
export function SurplusLine({ several }: { several: SeveralPictures }) {
  const { surplus } = several;
  if (!surplus) return null;
  return (
    <p className={`m-0 text-12 leading-20 tabular ${styles.surplus}`} role="status">
      <span>{surplus.words}</span>
      {surplus.onWiden && (
        <Button look="text" onClick={surplus.onWiden}>
          看更多张的会员
        </Button>
      )}
    </p>
  );
}
