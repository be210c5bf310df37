import { type Config, ConfigError, settings } from '../../config.ts';
import type { Clock } from '../clock/port.ts';
import { readKey } from './key.ts';
import type { PaymentProvider } from './port.ts';
import { createWechatPay } from './wechat/index.ts';

/** Null where it is switched off. Its SDK takes 40 MB, which only those pay who use it. */
export async function realAlipay(config: Config, clock: Clock): Promise<PaymentProvider | null> {
  if (config.alipayProvider !== 'alipay') return null;
  const { createAlipay } = await import('./alipay/index.ts');
  return createAlipay({
    appId: config.alipayAppId,
    sellerId: config.alipaySellerId,
    privateKey: keyOf(config, 'alipayPrivateKey', 'private'),
    publicKey: keyOf(config, 'alipayPublicKey', 'public'),
    gateway: config.alipayGateway,
    clock,
  });
}

/** Null where it is switched off. */
export function realWechatPay(config: Config, clock: Clock): PaymentProvider | null {
  if (config.wechatPayProvider !== 'wechat') return null;
  if (Buffer.byteLength(config.wechatPayApiV3Key) !== 32) throw settingFault('wechatPayApiV3Key', '应为 32 个字符');
  return createWechatPay({
    appId: config.wechatPayAppId,
    merchantId: config.wechatPayMerchantId,
    serial: config.wechatPaySerial,
    privateKey: keyOf(config, 'wechatPayPrivateKey', 'private'),
    publicKeyId: config.wechatPayPublicKeyId,
    publicKey: keyOf(config, 'wechatPayPublicKey', 'public'),
    apiV3Key: config.wechatPayApiV3Key,
    gateway: config.wechatPayGateway,
    clock,
  });
}

type KeySetting = 'alipayPrivateKey' | 'alipayPublicKey' | 'wechatPayPrivateKey' | 'wechatPayPublicKey';

/** Throws {@link ConfigError}. */
function keyOf(config: Config, name: KeySetting, kind: 'private' | 'public') {
  try {
    return readKey(config[name], kind);
  } catch (error) {
    throw settingFault(name, (error as Error).message);
  }
}

function settingFault(name: keyof Config, reason: string): ConfigError {
  return new ConfigError(`配置有误，服务没有启动：\n  ${settings[name].env}：${reason}`);
}
