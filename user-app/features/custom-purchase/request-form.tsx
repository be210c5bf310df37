import { useId, useState } from 'react';
import { ApiError } from '#shared/client/create-client';
import { type CustomRequest, customNeeds, orderContract } from '#shared/contract/order';
import { failureWords } from '#shared/domain/failure-words';
import { isPhone, typedPhone } from '#shared/domain/phone';
import { foldDigits } from '#shared/domain/typed';
import { submitCustomRequest } from '../../data/custom-request';
import { sendSmsCode } from '../../data/user';
import { copyText } from '../../lib/copy-text';
import { type Faults, faultsIn, faultsOf } from '../../lib/form-faults';
import { toast, toastFailure } from '../../lib/toast';
import { useResendCountdown } from '../../lib/use-resend-countdown';
import { Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import { TextField } from '../../ui/text-field';
import styles from './request.css';
import { needWords, statusWords } from './request-words';

const empty = {
  company: '',
  contact: '',
  phoneNo: '',
  verifyCode: '',
  need: customNeeds[0] as (typeof customNeeds)[number],
  seats: '5',
  budget: '',
  note: '',
};
type Wishes = typeof empty;

interface FieldsProps {
  wishes: Wishes;
  faults: Faults;
  set: (change: Partial<Wishes>) => void;
}

/** A request for what no page sells; its receipt takes the form's place. */
export function RequestForm() {
  const [wishes, setWishes] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [receipt, setReceipt] = useState<CustomRequest>();
  const code = useCode(wishes.phoneNo);

  const set = (change: Partial<Wishes>) => {
    setWishes({ ...wishes, ...change });
    setFaults((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in change))));
    setProblem('');
  };

  const submit = async () => {
    const request = { ...wishes, seats: Number(wishes.seats) };
    const inputFaults = faultsOf(orderContract.submitCustomRequest.input, request);
    setFaults(inputFaults);
    if (Object.keys(inputFaults).length > 0) return;
    setBusy(true);
    try {
      setReceipt(await submitCustomRequest(request));
      setWishes(empty);
    } catch (error) {
      const isAboutCode = error instanceof ApiError && error.reason.startsWith('code.');
      const ofFields = faultsIn(error) ?? (isAboutCode ? { verifyCode: error.message } : undefined);
      if (ofFields) setFaults(ofFields);
      else setProblem(failureWords(error, '没有提交成功，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  if (receipt) return <Receipt receipt={receipt} onAgain={() => setReceipt(undefined)} />;

  const fields = { wishes, faults, set };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Needs {...fields} />
      <ContactFields {...fields} code={code} />
      <WishFields {...fields} />
      {problem && (
        <p role="alert" className="col-span-full text-danger">
          {problem}
        </p>
      )}
      <p className={`row col-span-full flex-wrap gap-8-16 ${styles.submit}`}>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? '正在提交' : '提交需求'}
        </Button>
        <span>手机号只用于联系这份需求。</span>
      </p>
    </form>
  );
}

/** The button that sends a code to the phone number, with its countdown. */
function useCode(phoneNo: string) {
  const [isSending, setSending] = useState(false);
  const countdown = useResendCountdown();
  const send = async () => {
    setSending(true);
    try {
      const { resendAfter } = await sendSmsCode(phoneNo);
      toast.success('发送成功');
      countdown.start(resendAfter);
    } catch (error) {
      toastFailure(error);
    } finally {
      setSending(false);
    }
  };
  return {
    isDisabled: !isPhone(phoneNo) || isSending || countdown.isRunning,
    label: isSending ? '正在发送' : countdown.label,
    send: () => void send(),
  };
}

function Needs({ wishes, set }: FieldsProps) {
  const id = useId();
  return (
    <fieldset className={`flex col-span-full flex-wrap gap-8 m-0 p-0 border-0 ${styles.needs}`}>
      <legend>需求</legend>
      {customNeeds.map((need) => (
        <label key={need}>
          <input type="radio" name={`${id}-need`} checked={wishes.need === need} onChange={() => set({ need })} />
          {needWords[need]}
        </label>
      ))}
    </fieldset>
  );
}

function ContactFields({ wishes, faults, set, code }: FieldsProps & { code: ReturnType<typeof useCode> }) {
  return (
    <>
      <TextField
        label="公司"
        isRequired
        maxLength={100}
        autoComplete="organization"
        value={wishes.company}
        fault={faults.company}
        onChange={(company) => set({ company })}
      />
      <TextField
        label="联系人"
        isRequired
        maxLength={40}
        autoComplete="name"
        value={wishes.contact}
        fault={faults.contact}
        onChange={(contact) => set({ contact })}
      />
      <TextField
        label="手机号"
        isRequired
        inputMode="numeric"
        autoComplete="tel"
        value={wishes.phoneNo}
        fault={faults.phoneNo}
        onChange={(text) => set({ phoneNo: typedPhone(text) })}
      />
      <TextField
        label="验证码"
        isRequired
        inputMode="numeric"
        autoComplete="one-time-code"
        value={wishes.verifyCode}
        fault={faults.verifyCode}
        onChange={(text) => set({ verifyCode: foldDigits(text).slice(0, 6) })}
        aside={
          <Button className={styles.code} disabled={code.isDisabled} onClick={code.send}>
            {code.label}
          </Button>
        }
      />
    </>
  );
}

function WishFields({ wishes, faults, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="席位"
        inputMode="numeric"
        value={wishes.seats}
        fault={faults.seats}
        hint="1 到 500"
        onChange={(text) => set({ seats: foldDigits(text).slice(0, 4) })}
      />
      <TextField
        label="预算"
        maxLength={60}
        value={wishes.budget}
        fault={faults.budget}
        hint="可以不填"
        onChange={(budget) => set({ budget })}
      />
      <TextField
        className="col-span-full"
        label="说明"
        lines={4}
        maxLength={500}
        placeholder="例如：使用人数、现有流程、希望的时间"
        value={wishes.note}
        fault={faults.note}
        onChange={(note) => set({ note })}
      />
    </>
  );
}

function Receipt({ receipt, onAgain }: { receipt: CustomRequest; onAgain: () => void }) {
  const [state, next] = statusWords[receipt.status];
  return (
    <div className={`border rounded-card bg-surface ${styles.receipt}`} role="status">
      <h3>{state}</h3>
      <p className={`row flex-wrap gap-8-16 ${styles.number}`}>
        <span className="tabular">{receipt.receiptNo}</span>
        <Button size="small" onClick={() => void copyText(receipt.receiptNo, '受理编号已复制')}>
          <CopyIcon size={14} />
          复制编号
        </Button>
      </p>
      <ol className={`grid gap-4 mb-12 text-second ${styles.steps}`}>
        <li>{next}</li>
        <li>确认需求后，3 个工作日内给出方案和报价。</li>
        <li>进度可以用受理编号和手机号在下面查询，请保存编号。</li>
      </ol>
      <Button look="quiet" size="small" onClick={onAgain}>
        再提交一份
      </Button>
    </div>
  );
}
