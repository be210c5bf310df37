import { expect, it } from 'vitest';
import { sha256, signForAliyun, signForTencent } from './signature.ts';

it('signs the example of Alibaba Cloud’s documentation as it stands there', () => {
  const query = 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai';
  const headers = {
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  };
  const key = { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' };
  expect(signForAliyun(new URL(`https://ecs.cn-shanghai.aliyuncs.com/?${query}`), headers, key)).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

const url = new URL('https://cvm.tencentcloudapi.com/');
const type = 'application/json; charset=utf-8';
const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`;

it.each([
  {
    headers: { 'content-type': type, 'x-tc-action': 'DescribeInstances' },
    secret: '*'.repeat(32),
    signature: '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  },
  // An older edition of the same page.
  {
    headers: { 'content-type': type },
    secret: 'Gu5t9xGARNpq86cd98joQYCN3*******',
    signature: '2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  },
])('signs the example of Tencent Cloud’s documentation as it stands there ($signature)', ({ headers, ...expected }) => {
  const key = { id: 'AKID', secret: expected.secret };
  const names = Object.keys({ ...headers, host: '' })
    .toSorted()
    .join(';');
  expect(signForTencent({ url, headers, body, service: 'cvm' }, 1_551_113_065, key)).toBe(
    `TC3-HMAC-SHA256 Credential=AKID/2019-02-25/cvm/tc3_request, SignedHeaders=${names}, Signature=${expected.signature}`,
  );
});
