import { useEffect, useId, useRef, useState } from 'react';
import { isVisible } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { useMaskCoverage } from '@/data/image-mask';
import { storeAutomaticMask, storeEmptyMask } from '@/data/scene-mask';
import { openLogin } from '@/lib/app-store';
import { toastFailure } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';
import { Button } from '../../../ui/button';
import { fieldsAt, isFieldDisabled, type NamedField } from '../field-rules';
import type { FormProps } from '../tool-form';
import styles from './scene-masks.css';

/** The layer whose editor is at hand. */
interface Opened {
  name: string;
  imageId: string;
  /** The stored mask of what was found by itself, where the work begins with it. */
  automatic: string | undefined;
  /** Mask of the editor; undefined once it was emptied. */
  shown: string | undefined;
  /** Value of the form, so that a change from elsewhere is noticed. */
  given: unknown;
  /** Number of requests for it. */
  times: number;
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Sky, ground and windows as they are found in the picture, each of which can be put right with the brush. */
export function SceneMasks(props: FormProps) {
  const { tool, values, onSet } = props;
  const [opened, setOpened] = useState<Opened>();
  const [busyName, setBusyName] = useState<string>();
  const fields = fieldsAt(tool, 'stage').filter(
    ([, field]) => field.editor === 'mask' && field.scene !== undefined && isVisible(field, values),
  );
  const pictureOf = (field: Field) => idOf(values[field.maskOf ?? 'upload_img']);
  const shownFields = fields.filter(([, field]) => pictureOf(field) !== undefined);
  if (shownFields.length === 0) return null;

  const openedField = shownFields.find(([name]) => name === opened?.name);
  const isCurrent =
    opened !== undefined &&
    openedField !== undefined &&
    pictureOf(openedField[1]) === opened.imageId &&
    values[opened.name] === opened.given;

  const edit = async ([name, field]: NamedField): Promise<void> => {
    const imageId = pictureOf(field);
    if (!imageId || !field.scene) return;
    if (isCurrent && opened.name === name) {
      setOpened({ ...opened, times: opened.times + 1 });
      return;
    }
    setBusyName(name);
    try {
      const given = values[name];
      const own = idOf(given);
      const automatic = own === undefined ? await storeAutomaticMask(imageId, field.scene) : undefined;
      setOpened({ name, imageId, automatic, shown: own ?? automatic, given, times: 1 });
    } catch (error) {
      if (isLoginRequired(error)) openLogin({ reason: '登录后修改', after: () => void edit([name, field]) });
      else toastFailure(error);
    } finally {
      setBusyName(undefined);
    }
  };

  return (
    <section
      className={`row overflow-x-auto border-t bg-page text-12 nowrap ${styles.bar}`}
      aria-label="图中识别的区域"
    >
      {shownFields.map((entry) => {
        const [name, field] = entry;
        return (
          <SceneRow
            key={name}
            field={field}
            value={idOf(values[name])}
            isBusy={busyName === name}
            isDisabled={busyName !== undefined || !props.stage || isFieldDisabled(field, values)}
            onEdit={() => void edit(entry)}
            onAutomatic={() => {
              onSet(name, undefined);
              if (opened?.name === name) setOpened(undefined);
            }}
          />
        );
      })}
      {isCurrent && openedField && (
        <OpenedEditor
          key={`${opened.name} ${opened.imageId}`}
          {...props}
          opened={opened}
          field={openedField[1]}
          onOpened={setOpened}
        />
      )}
    </section>
  );
}

interface SceneRowProps {
  field: Field;
  value: string | undefined;
  isBusy: boolean;
  isDisabled: boolean;
  onEdit: () => void;
  onAutomatic: () => void;
}

function SceneRow({ field, value, isBusy, isDisabled, onEdit, onAutomatic }: SceneRowProps) {
  const coverage = useMaskCoverage(value);
  const share = coverage === undefined ? '' : coverage === 0 ? '（没有）' : ` ${(coverage * 100).toFixed(0)}%`;
  return (
    <div className="row gap-8" role="group" aria-label={field.label} title={field.help}>
      <span className="font-medium">{field.label}</span>
      <span className={`text-second tabular ${styles.state}`} data-own={value !== undefined || undefined}>
        {value === undefined ? '自动' : `已修改${share}`}
      </span>
      <Button look="quiet" size="small" disabled={isDisabled} aria-label={`修改${field.label}`} onClick={onEdit}>
        {isBusy ? '正在识别' : '修改'}
      </Button>
      {value !== undefined && (
        <Button
          look="quiet"
          size="small"
          disabled={isDisabled}
          aria-label={`${field.label}恢复自动`}
          onClick={onAutomatic}
        >
          恢复自动
        </Button>
      )}
    </div>
  );
}

interface OpenedEditorProps extends FormProps {
  opened: Opened;
  field: Field;
  onOpened: (change: (former: Opened | undefined) => Opened | undefined) => void;
}

/** The mask field of a layer. Its own row stays out of sight: the bar says the same in fewer words. */
function OpenedEditor({ opened, field, onOpened, onSet, onPending, onProblem, ...props }: OpenedEditorProps) {
  const { name, imageId, automatic, shown, times } = opened;
  const labelId = useId();
  const host = useRef<HTMLDivElement>(null);
  const changes = useRef(0);
  const Editor = props.editors.mask;

  useEffect(() => {
    if (times > 0) host.current?.querySelector<HTMLButtonElement>(`button[aria-labelledby="${labelId}"]`)?.click();
  }, [times, labelId]);

  const change = async (next: unknown): Promise<void> => {
    changes.current += 1;
    const turn = changes.current;
    const painted = idOf(next);
    onOpened((former) => former && { ...former, shown: painted });
    try {
      const id = painted ?? (await storeEmptyMask(imageId));
      if (turn !== changes.current) return;
      onOpened((former) => former && { ...former, given: id });
      onSet(name, id);
    } catch (error) {
      toastFailure(error);
    }
  };
  /** The automatic mask, unchanged, is no correction (undefined); an emptied one is, stored as an empty mask. */
  const corrected = (finish: () => Promise<unknown>) => async () => {
    const id = idOf(await finish());
    return id !== undefined && id === automatic ? undefined : (id ?? storeEmptyMask(imageId));
  };
  return (
    <div ref={host} hidden>
      <span id={labelId}>{field.label}</span>
      <Editor
        {...props}
        name={name}
        field={field}
        value={shown}
        isDisabled={false}
        labelId={labelId}
        onChange={(next) => void change(next)}
        onPending={(finish) => onPending(name, finish && corrected(finish))}
        onProblem={(message) => onProblem(name, message)}
      />
    </div>
  );
}
