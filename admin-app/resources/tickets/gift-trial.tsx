import { Alert } from 'antd';
import type { Answer } from '#shared/contract/endpoint';
import type { GiftRecipient, productDeskContract } from '#shared/contract/product-desk';
import { formatNumber } from '../../ui/format.ts';

const words: Record<Exclude<GiftRecipient['state'], 'ok'>, string> = {
  double: '重复，只算一次',
  staff: '员工自己的账号，不能赠送',
  unknown: '没有这个账号',
  malformed: '号码不完整',
};

/** Trial of a gift to a list of people: the sum, whether it is allowed, and every line without a gift. */
export function GiftTrial({ trial }: { trial: Answer<typeof productDeskContract.giveTicketsToMany> }) {
  const { rows, accounts, tickets, left } = trial;
  const others = rows.flatMap(({ given, state }, index) => (state === 'ok' ? [] : [{ line: index + 1, given, state }]));
  const isTooMuch = left !== null && tickets > left;
  return (
    <>
      <Alert
        className="drawer-alert"
        role="status"
        type={isTooMuch ? 'error' : others.length > 0 ? 'warning' : 'success'}
        message={`将送给 ${formatNumber(accounts)} 个账号，共 ${formatNumber(tickets)} 张`}
        description={
          <>
            {isTooMuch && <p className="line">超过今天的上限：还能赠送 {formatNumber(left)} 张。</p>}
            {others.length > 0 && <p className="line">有 {formatNumber(others.length)} 行不会赠送：</p>}
          </>
        }
      />
      {others.length > 0 && (
        <ul className="recent bulk-failed" aria-label="不会赠送的行">
          {others.map(({ line, given, state }) => (
            <li key={line}>
              <span className="recent-main figures">
                第 {formatNumber(line)} 个：{given}
              </span>
              <span className="quiet">{words[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
