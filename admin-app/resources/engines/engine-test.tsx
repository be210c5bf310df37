import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import type { EngineTest, EngineTestPart, engineDeskContract } from '#shared/contract/engine-desk';
import { formatDuration } from '../../ui/format.ts';
import { StatusDot } from '../../ui/parts.tsx';
import { useWriteMessage } from '../../ui/use-write.ts';
import './engines.css';

interface Props {
  call: typeof engineDeskContract.testEngine | typeof connectedEngineDeskContract.testConnectedEngine;
  id: string;
  /** Effect of the test, a sentence. */
  words: string;
}

/** Tries an engine or a service, and tells what was found. */
export function EngineTestButton({ call, id, words }: Props) {
  const [answer, setAnswer] = useState<EngineTest>();
  const { send, isPending } = useWriteMessage(['engines']);
  const test = () =>
    send(call, { id }, (given) => {
      setAnswer(given);
      return given.isOk ? '测试通过' : { disappointment: '测试没有通过' };
    });
  return (
    <div>
      {answer && (
        <Alert
          className="drawer-alert"
          type={answer.isOk ? 'success' : 'error'}
          role="status"
          message={`${answer.sentence}（${formatDuration(answer.ms)}）`}
          description={answer.parts.length > 0 && <TestParts parts={answer.parts} />}
        />
      )}
      <p className="quiet foot-note">{words}</p>
      <Button loading={isPending} onClick={() => void test()}>
        测试
      </Button>
    </div>
  );
}

/** Findings by part: what runs, and what is missing where nothing does. */
function TestParts({ parts }: { parts: readonly EngineTestPart[] }) {
  return (
    <ul className="test-parts">
      {parts.map(({ title, isReady, words }) => (
        <li key={title}>
          <StatusDot tone={isReady ? 'success' : 'danger'}>
            {title}：{isReady ? '能运行' : '不能运行'}
          </StatusDot>
          <ul>
            {words.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
