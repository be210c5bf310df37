import { type FormEvent, useState } from 'react';
import { orderContract } from '#shared/contract/order';
import { failureWords } from '#shared/domain/failure-words';
import { foldCode } from '#shared/domain/typed';
import { redeemCode } from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { faultsOf } from '../../lib/form-faults';
import { announceArrival } from '../../lib/shop-store';
import { withLogin } from '../../lib/with-login';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import styles from './redeem-form.css';

/** A code that gives tickets or a plan. */
export function RedeemForm() {
  const { refresh } = useCurrentUser();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [gives, setGives] = useState<string[]>();
  const [isBusy, setBusy] = useState(false);

  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(orderContract.redeemCode.input, { code }).code;
    setFault(found);
    setGives(undefined);
    if (found) return;
    setBusy(true);
    try {
      await withLogin(async () => {
        const answer = await redeemCode(foldCode(code));
        setGives(answer.gives);
        setCode('');
        await refresh();
        announceArrival();
      }, '登录后使用兑换码');
    } catch (error) {
      setFault(failureWords(error, '没有兑换成功，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void redeem(event)}>
      <TextField
        label="输入会员或券的兑换码"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        value={code}
        fault={fault}
        onChange={(text) => {
          setCode(text.toUpperCase());
          setFault(undefined);
        }}
        aside={
          <Button type="submit" disabled={isBusy}>
            {isBusy ? '正在兑换' : '兑换'}
          </Button>
        }
      />
      <p role="status" className={`mt-8 ${styles.done}`}>
        {gives && `已到账：${gives.join('；')}`}
      </p>
    </form>
  );
}
