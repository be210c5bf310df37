import { useId } from 'react';
import { isVisible } from '#shared/tools/define-tool';
import type { FieldPlace } from '#shared/tools/field';
import { useCurrentUser } from '@/data/user';
import { BareButton } from '../../ui/button';
import { ReassignedField } from './corrections/reassigned-field';
import { engineFor } from './engine-choice';
import { type Access, fieldsAt, isFieldDisabled, type NamedField } from './field-rules';
import type { FieldEditorProps } from './fields/field-editor';
import { ChevronIcon } from './icons';
import { startsRun } from './stage/use-focus-on-result';
import styles from './tool-form.css';

type Shared =
  | 'several'
  | 'tool'
  | 'values'
  | 'intake'
  | 'isLoggedIn'
  | 'engines'
  | 'closedEngines'
  | 'editors'
  | 'stage';

export type FormProps = Pick<FieldEditorProps, Shared> & {
  /** Access flags of the person; undefined for a visitor. */
  access: Access | undefined;
  onSet: (name: string, value: unknown) => void;
  onPending: (name: string, ...finish: Parameters<FieldEditorProps['onPending']>) => void;
  onProblem: (name: string, ...message: Parameters<FieldEditorProps['onProblem']>) => void;
};

/** Editors whose control stands beside its label. */
const inlineEditors = new Set(['switch', 'stepper', 'number', 'color']);

interface ToolFormProps extends FormProps {
  /** Notices at fields, by their names. */
  notices: Readonly<Record<string, string>>;
  /** Sentences at fields whose choice will do nothing, by their names. */
  idle: Readonly<Record<string, string>>;
  isUnfolded: boolean;
  onUnfold: () => void;
}

/** The whole form of a tool: pictures, what it needs, outputs, and the rest folded. */
export function ToolForm({ isUnfolded, onUnfold, ...props }: ToolFormProps) {
  const advancedId = useId();
  const advanced = shown(props, 'advanced');
  return (
    <div className={styles.form}>
      <Part {...props} place="picture" label="图片" />
      <BareButton
        className={`absolute z-page overflow-hidden nowrap ${styles.skip}`}
        onClick={() => document.querySelector<HTMLElement>(`[${startsRun}]`)?.focus()}
      >
        跳到生成按钮
      </BareButton>
      <Part {...props} place="main" label="设置" />
      <Part {...props} place="output" label="输出" />
      {advanced.length > 0 && (
        <section className={styles.part}>
          <BareButton
            className={`grid items-center gap-12 w-full p-0 border-0 bg-none text-ink text-left cursor-pointer ${styles.fold}`}
            aria-expanded={isUnfolded}
            aria-controls={advancedId}
            onClick={onUnfold}
          >
            高级
            <span className={`truncate text-second text-12 ${styles.foldNames}`}>
              {isUnfolded ? '' : advanced.map(([, field]) => field.label).join('、')}
            </span>
            <ChevronIcon size={16} />
          </BareButton>
          <div id={advancedId} hidden={!isUnfolded} className={styles.fields}>
            {isUnfolded && advanced.map((entry) => <FieldRow key={entry[0]} {...props} entry={entry} />)}
          </div>
        </section>
      )}
    </div>
  );
}

function shown({ tool, values, access }: FormProps, place: FieldPlace): NamedField[] {
  return fieldsAt(tool, place, access).filter(([, field]) => isVisible(field, values));
}

function Part({ place, label, ...props }: RowProps & { place: FieldPlace; label: string }) {
  const entries = shown(props, place);
  if (entries.length === 0) return null;
  return (
    <section className={styles.part} aria-label={label}>
      <div className={styles.fields}>
        {entries.map((entry) => (
          <FieldRow key={entry[0]} {...props} entry={entry} />
        ))}
      </div>
    </section>
  );
}

type RowProps = FormProps & Pick<ToolFormProps, 'notices' | 'idle'>;

function FieldRow({
  entry: [name, field],
  access,
  notices,
  idle,
  onSet,
  onPending,
  onProblem,
  ...props
}: RowProps & { entry: NamedField }) {
  const labelId = useId();
  // Coordinates are for the engine: people press the region itself.
  const isOnPicture = field.corrects === 'regions';
  const Editor = isOnPicture ? ReassignedField : props.editors[field.editor];
  const isInline = inlineEditors.has(field.editor);
  const plan = useCurrentUser().vip?.plan ?? 'free';
  const engine = engineFor(props.engines, props.values, plan);
  const unheeded = engine?.unheeded.includes(name) ? `「${engine.title}」不用这一项` : idle[name];
  return (
    <div className={`min-w-0 ${styles.field}`} data-inline={isInline || undefined} data-field={name}>
      <span id={labelId} className={`block text-ink text-13 leading-20 font-medium ${styles.label}`}>
        {field.label}
        {field.isRequired && field.default === undefined && (
          <span className={`text-second text-12 ${styles.required}`} title="必填">
            必填
          </span>
        )}
      </span>
      <div className={styles.control}>
        <Editor
          {...props}
          name={name}
          field={field}
          value={props.values[name]}
          isDisabled={isFieldDisabled(field, props.values)}
          labelId={labelId}
          onChange={(value) => onSet(name, value)}
          onPending={(finish) => onPending(name, finish)}
          onProblem={(message) => onProblem(name, message)}
        />
      </div>
      {notices[name] && (
        <p className={`text-danger text-12 leading-18 ${styles.gone}`} role="status">
          {notices[name]}
        </p>
      )}
      {unheeded && <p className={`col-span-full text-second text-12 leading-18 ${styles.help}`}>{unheeded}。</p>}
      {field.help && !isOnPicture && (
        <p className={`col-span-full text-second text-12 leading-18 ${styles.help}`}>{field.help}</p>
      )}
    </div>
  );
}
