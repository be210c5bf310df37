import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from '../lib/class-names';
import { IconButton } from './icon-button';
import { EyeIcon, HiddenIcon } from './icons';
import { inputLook } from './input';
import styles from './text-field.css';
import { textLimit } from './text-limit';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Fault, shown at the field. */
  fault?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Stands at the right of the input, e.g. a button. */
  aside?: ReactNode;
  /** Stands in the input before the text, e.g. a country code. */
  lead?: ReactNode;
  /** A password: hidden until a press shows it. */
  isSecret?: boolean;
  input?: Ref<HTMLInputElement> | undefined;
  /** With a number of lines it is a text area. */
  lines?: number;
  /** Characters: the count shows near the end, and what is longer stays and is told. */
  maxLength?: number;
  className?: string | undefined;
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>,
  'autoComplete' | 'inputMode' | 'placeholder' | 'autoFocus' | 'onFocus' | 'onBlur' | 'type'
>;

/** One line or several, with its label and its fault. */
export function TextField(props: FieldProps & InputProps) {
  const {
    label,
    value,
    onChange,
    fault: given,
    hint,
    isRequired = false,
    aside,
    lead,
    isSecret = false,
    input,
    lines,
    maxLength,
    className,
    ...rest
  } = props;
  const id = useId();
  const limit = textLimit(value, maxLength);
  const fault = given ?? limit.fault;
  const note = fault ?? hint;
  const common = {
    ...rest,
    id,
    className: inputLook,
    value,
    required: isRequired,
    'aria-invalid': fault !== undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  return (
    <div className={classNames('relative gap-8 min-w-0', styles.field, className)}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <div className={`gap-8 ${styles.row}`}>
        {lines === undefined ? (
          <Line
            type="text"
            {...common}
            lead={lead}
            isSecret={isSecret}
            input={input}
            label={label}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <textarea {...common} rows={lines} onChange={(event) => onChange(event.target.value)} />
        )}
        {aside}
      </div>
      {limit.count && (
        <span className={classNames('top-0 text-second text-12', styles.count, 'tabular')} aria-hidden="true">
          {limit.count}
        </span>
      )}
      {note && (
        <p
          id={`${id}-note`}
          className={fault ? `text-13 ${styles.fault}` : `text-13 ${styles.hint}`}
          role={fault ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface LineProps extends InputHTMLAttributes<HTMLInputElement>, Pick<FieldProps, 'lead' | 'isSecret' | 'input'> {
  label: string;
}

/** The input of a single line, in a frame with what stands before and after its text. */
function Line({ lead, isSecret, input, label, className, ...rest }: LineProps) {
  const [isShown, setShown] = useState(false);
  if (!lead && !isSecret) return <input {...rest} ref={input} className={className} />;
  return (
    <span className={classNames(className, 'gap-8', styles.frame)}>
      {lead && <span className={`text-second ${styles.lead}`}>{lead}</span>}
      <input {...rest} ref={input} {...(isSecret && { type: isShown ? 'text' : 'password' })} />
      {isSecret && (
        <IconButton
          size="small"
          label={`显示${label}`}
          aria-pressed={isShown}
          // Whoever is typing goes on typing.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <HiddenIcon size={16} /> : <EyeIcon size={16} />}
        </IconButton>
      )}
    </span>
  );
}
