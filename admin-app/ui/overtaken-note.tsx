import { Alert } from 'antd';
import type { Overtaken } from './use-versioned-form.ts';

interface Props<F extends object> {
  overtaken: ReadonlyArray<Overtaken<F>> | undefined;
  /** Who was faster, where that is known. */
  who?: string | null;
  labelOf: (name: keyof F & string) => string;
  /** A field's value in a sentence. */
  wordOf: (name: keyof F & string, value: F[keyof F]) => string;
}

/** What somebody else saved while a form was open: each field, before and now. */
export function OvertakenNote<F extends object>({ overtaken, who, labelOf, wordOf }: Props<F>) {
  if (!overtaken) return null;
  return (
    <Alert
      className="drawer-alert"
      type="info"
      role="status"
      message={`${who ?? '同事'}先一步保存了，已载入最新内容`}
      description={
        <>
          {overtaken.map(({ name, before, now }) => (
            <p key={name} className="line figures">
              {labelOf(name)}：{wordOf(name, before)} → {wordOf(name, now)}
            </p>
          ))}
          <p className="line">您改过的内容还在，请核对后再保存。</p>
        </>
      }
    />
  );
}
