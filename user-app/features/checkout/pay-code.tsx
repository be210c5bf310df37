import { QrCode } from '../../ui/qr-code';

/** The payment's QR code, loaded when there is one to show. */
export default function PayCode({ content }: { content: string }) {
  return <QrCode content={content} label="微信支付二维码" />;
}
