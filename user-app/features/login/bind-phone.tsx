import { useState } from 'react';
import { ApiError } from '#shared/client/create-client';
import { maskPhone } from '#shared/domain/phone';
import { login, type PhoneLoginValues, type ScanState } from '../../data/user';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Agreement } from './agreement';
import { LoginForm } from './login-form';
import styles from './scan-panel.css';
import { useEntering } from './use-entering';

interface BindPhoneProps {
  scanTicket: string;
  person: ScanState['person'];
  agreement: Agreement;
  onDone: () => void;
  /** Back to a new QR code. */
  onBack: () => void;
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.reason : '');

/** The phone of a WeChat that has no account yet. A phone that has one is joined only after a question. */
export function BindPhone({ scanTicket, person, agreement, onDone, onBack }: BindPhoneProps) {
  const [question, setQuestion] = useState<PhoneLoginValues>();
  const merge = useEntering(onDone);

  const answerTo = (error: unknown, values: PhoneLoginValues) => {
    if (reasonOf(error) === 'scan.phone_has_account') setQuestion(values);
    // The ten minutes are over; only a new scan helps.
    if (reasonOf(error) === 'scan.not_found') onBack();
    return reasonOf(error) === 'scan.phone_has_account';
  };

  const join = (values: PhoneLoginValues) =>
    merge.enter(
      () => login(values, { scanTicket, isMergeAgreed: true }),
      (error) => {
        setQuestion(undefined);
        return answerTo(error, values);
      },
    );

  return (
    <>
      <div className={`row gap-12 mb-16 p-12 border rounded-card ${styles.who}`}>
        {person?.avatar && <img src={person.avatar} alt="" className={styles.face} />}
        <div>
          <p>{person?.nickName || '微信已确认'}</p>
          <p>首次扫码，请绑定手机号</p>
        </div>
      </div>
      <LoginForm
        agreement={agreement}
        logIn={(values) => login(values, { scanTicket, isMergeAgreed: false })}
        answerTo={answerTo}
        onDone={onDone}
        words={['绑定并登录', '正在绑定']}
      />
      <p className={`${styles.quiet} mt-12 text-center`}>
        <Button look="text" onClick={onBack}>
          换一个微信扫码
        </Button>
      </p>
      {question && (
        <Dialog
          title="该手机号已有账号"
          size="small"
          onClose={() => setQuestion(undefined)}
          actions={
            <>
              <Button onClick={() => setQuestion(undefined)}>换一个手机号</Button>
              <Button look="primary" disabled={merge.isEntering} onClick={() => void join(question)}>
                绑定到该账号
              </Button>
            </>
          }
        >
          <p>{maskPhone(question.phoneNo)} 已有账号。绑定后，这个微信扫码会登录到该账号，原有的作品和券都在。</p>
        </Dialog>
      )}
    </>
  );
}
