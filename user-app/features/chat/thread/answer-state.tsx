import type { ChatMessage } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { type AnswerFault, useAnswerFault } from '../../../data/chat';
import { useOffline } from '../../../lib/connection';
import { Button } from '../../../ui/button';
import { useThreadActs } from './acts';
import styles from './thread.css';

const interruptedWords = '连接中断，回答可能不完整';

/** Words for the state of an answer that is not complete. */
function wordsFor(message: ChatMessage, fault: AnswerFault | undefined, isOffline: boolean) {
  const { state, error } = message;
  if (isRunning(state)) {
    if (isOffline || fault === 'network') return { look: 'warning', words: '网络已断开，恢复后接着显示' } as const;
    if (fault) return { look: 'warning', words: `${interruptedWords}，正在向服务器核对` } as const;
    return undefined;
  }
  if (state === 'stopped') return { look: 'quiet', words: '已停止' } as const;
  if (state === 'interrupted') return { look: 'warning', words: error?.message ?? interruptedWords } as const;
  if (state === 'failed') return { look: 'danger', words: error?.message ?? '没有收到回答' } as const;
  return undefined;
}

/** The line under an answer that is not whole, with the ways on. */
export function AnswerState({ message, isHeld }: { message: ChatMessage; isHeld: boolean }) {
  const { regenerate, continueAnswer } = useThreadActs();
  const told = wordsFor(message, useAnswerFault(message.messageId), useOffline());
  if (!told) return null;
  const { state, canContinue } = message;
  return (
    <div className={`row flex-wrap gap-8 mt-12 text-second text-13 ${styles.state}`} data-look={told.look}>
      <span>{told.words}</span>
      {canContinue && !isRunning(state) && (
        <Button size="small" disabled={isHeld} onClick={() => continueAnswer(message)}>
          继续生成
        </Button>
      )}
      {(state === 'interrupted' || state === 'failed') && (
        <Button size="small" disabled={isHeld} onClick={() => regenerate(message)}>
          {message.text === '' ? '重试' : '重新生成'}
        </Button>
      )}
    </div>
  );
}
