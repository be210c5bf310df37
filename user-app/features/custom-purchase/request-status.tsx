import { type FormEvent, useState } from 'react';
import { type CustomRequest, orderContract } from '#shared/contract/order';
import { failureWords } from '#shared/domain/failure-words';
import { formatDateTime } from '#shared/domain/format';
import { typedPhone } from '#shared/domain/phone';
import { foldCode } from '#shared/domain/typed';
import { readCustomRequest } from '../../data/custom-request';
import { type Faults, faultsIn, faultsOf } from '../../lib/form-faults';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import styles from './request.css';
import { needText, statusWords } from './request-words';

/** State of a request, for anybody who knows its receipt number and its phone number. */
export function RequestStatus() {
  const [receiptNo, setReceiptNo] = useState('');
  const [phoneNo, setPhoneNo] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<CustomRequest>();

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = foldCode(receiptNo)
      ? faultsOf(orderContract.customRequestStatus.input, { receiptNo, phoneNo })
      : { receiptNo: '请填写受理编号' };
    setFaults(wrong);
    setProblem('');
    setFound(undefined);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      setFound(await readCustomRequest(foldCode(receiptNo), phoneNo));
    } catch (error) {
      const ofFields = faultsIn(error);
      if (ofFields) setFaults(ofFields);
      else setProblem(failureWords(error, '没有查到，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void ask(event)}>
      <TextField
        label="受理编号"
        autoComplete="off"
        placeholder="CG 开头"
        value={receiptNo}
        fault={faults.receiptNo}
        onChange={(text) => setReceiptNo(text.toUpperCase())}
      />
      <TextField
        label="提交时的手机号"
        inputMode="numeric"
        autoComplete="tel"
        value={phoneNo}
        fault={faults.phoneNo}
        onChange={(text) => setPhoneNo(typedPhone(text))}
        aside={
          <Button type="submit" disabled={isBusy}>
            {isBusy ? '正在查询' : '查询'}
          </Button>
        }
      />
      <div className="col-span-full" role="status">
        {problem && <p className="col-span-full text-danger">{problem}</p>}
        {found && (
          <dl className={`border-t ${styles.found}`}>
            <div>
              <dt>状态</dt>
              <dd>
                <strong>{statusWords[found.status][0]}</strong>，{statusWords[found.status][1]}
              </dd>
            </div>
            <div>
              <dt>需求</dt>
              <dd>
                {found.company}，{needText(found.need)}，{found.seats} 席
              </dd>
            </div>
            <div>
              <dt>提交</dt>
              <dd className="tabular">{formatDateTime(found.createdAt)}</dd>
            </div>
            <div>
              <dt>更新</dt>
              <dd className="tabular">{formatDateTime(found.updatedAt)}</dd>
            </div>
          </dl>
        )}
      </div>
    </form>
  );
}
