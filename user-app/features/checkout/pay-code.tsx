import { QRCode } from 'antd';
import { lightPalette } from '#shared/design/tokens';
import { AntdTheme } from '../../ui/antd-theme';

/** The payment's QR code; dark on white in both themes, because cameras want it so. */
export default function PayCode({ content }: { content: string }) {
  return (
    <AntdTheme>
      <QRCode value={content} size={176} bordered={false} color={lightPalette.ink} bgColor={lightPalette.surface} />
    </AntdTheme>
  );
}
