import { Alert, Form, type FormInstance, Radio } from 'antd';
import { isSame, type Overtaken } from './use-versioned-form.ts';

interface Props<F extends object> {
  overtaken: ReadonlyArray<Overtaken<F>> | undefined;
  form: FormInstance<F>;
  /** Member of staff who saved first, if known. */
  who?: string | null;
  labelOf: (name: keyof F & string) => string;
  /** A field's value in a sentence. */
  wordOf: (name: keyof F & string, value: F[keyof F]) => string;
}

/**
 * Changes that somebody else saved while a form was open: each field before and now; for fields that were typed into
 * here as well, both values to choose from. The form holds one's own until the other is taken.
 */
export function OvertakenNote<F extends object>({ overtaken, ...props }: Props<F>) {
  return overtaken ? <Differences<F> {...props} overtaken={overtaken} /> : null;
}

type Overtook<F extends object> = Props<F> & { overtaken: ReadonlyArray<Overtaken<F>> };

function Differences<F extends object>({ overtaken, form, who, labelOf, wordOf }: Overtook<F>) {
  // Follows what is typed after the choice, too.
  const values = (Form.useWatch([], form) ?? {}) as F;
  const isChoice = overtaken.some(({ mine }) => mine);
  const isInDoubt = overtaken.some((one) => one.isInDoubt);
  return (
    <Alert
      className="drawer-alert"
      type="info"
      role="status"
      message={isInDoubt ? '刚才的保存没有收到答复，已载入现在的内容' : `${who ?? '同事'}先一步保存了，已载入最新内容`}
      description={
        <>
          {overtaken.map(({ name, before, now, mine }) =>
            mine ? (
              <div key={name} className="overtaken" role="group" aria-label={`${labelOf(name)}：用谁的`}>
                <span>
                  {labelOf(name)}：原来是 {wordOf(name, before)}
                </span>
                <Radio.Group
                  className="radio-lines"
                  value={isSame(values[name], now) ? 'theirs' : 'mine'}
                  onChange={({ target }) => {
                    const value = target.value === 'theirs' ? now : mine.value;
                    form.setFields([{ name: name as never, value: value as never, errors: [] }]);
                  }}
                >
                  <Radio value="mine">
                    用我的：<span className="figures">{wordOf(name, mine.value)}</span>
                  </Radio>
                  <Radio value="theirs">
                    {isInDoubt ? '用现在的：' : '用同事的：'}
                    <span className="figures">{wordOf(name, now)}</span>
                  </Radio>
                </Radio.Group>
              </div>
            ) : (
              <p key={name} className="line figures">
                {labelOf(name)}：{wordOf(name, before)} → {wordOf(name, now)}
              </p>
            ),
          )}
          <p className="line">
            {isChoice
              ? isInDoubt
                ? '和您写的不一样，请选一个，核对后再保存。'
                : '同一项两人都改过，请选一个，核对后再保存。'
              : '您改过的内容还在，请核对后再保存。'}
          </p>
        </>
      }
    />
  );
}
