import { payTypeLabels, payTypes } from '#shared/domain/order-status';
import type { EmailSender } from '../adapters/email/port.ts';
import type { PaymentDirectory, PaymentProvider } from '../adapters/payment/port.ts';
import type { QrLoginProvider } from '../adapters/qr-login/port.ts';
import type { SmsSender } from '../adapters/sms/port.ts';
import type { OutsideService } from '../modules/studio/engine/engine-desk.service.ts';

/** An order number nobody has: a provider that answers "none" knows us and our keys. */
const nobodysOrder = 'ZHUHUITEST00';

/** The services outside, as the console looks at them. What would send or pay is never tried. */
export function outsideServices({
  smsSender,
  emailSender,
  payments,
  qrLogin,
}: {
  smsSender: SmsSender;
  emailSender: EmailSender;
  payments: PaymentDirectory;
  qrLogin: QrLoginProvider | undefined | null;
}): OutsideService[] {
  return [
    {
      ...{ id: 'sms', kind: 'sms', title: '短信', provider: smsSender },
      probe: smsSender.isSimulated ? async () => '短信留在本机的发件箱' : smsSender.check,
      testWords: '只看能否连上短信网关，不发短信。',
    },
    {
      ...{ id: 'email', kind: 'email', title: '邮件', provider: emailSender },
      probe: emailSender.isSimulated ? async () => '邮件留在本机的发件箱' : emailSender.check,
      testWords: '只登录邮件服务器，不发邮件。',
    },
    ...payTypes.map((payType): OutsideService => {
      const provider = payments.of(payType) ?? undefined;
      return {
        ...{ id: `payment-${payType}`, kind: 'payment', title: payTypeLabels[payType], provider },
        probe: provider && (() => askForNobody(provider)),
        testWords: '查询一个不存在的订单号，不动钱。',
      };
    }),
    {
      ...{ id: 'qrLogin', kind: 'qrLogin', title: '微信扫码登录', provider: qrLogin ?? undefined },
      ...{ probe: undefined, testWords: '没有不产生影响的测试办法。' },
    },
  ];
}

async function askForNobody(provider: PaymentProvider): Promise<string> {
  const { state } = await provider.query(nobodysOrder);
  return state === 'none' ? '有应答，查无此单' : `有应答：${state}`;
}
