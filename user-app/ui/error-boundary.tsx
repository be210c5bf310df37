import { Component, type ReactNode } from 'react';
import { sessionStore } from '#shared/browser/stores';
import { connection, onReconnect } from '../lib/connection';
import { reloadFresh } from '../lib/new-version';
import { reloadOnce } from '../lib/reload-once';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface Props {
  /** A new value clears the failure, e.g. the path after a navigation. */
  resetKey: string;
  /** Called when a screen has failed, and when another one stands in its place. */
  onFailure: (hasFailed: boolean) => void;
  children: ReactNode;
}

const isChunkMissing = ({ name, message }: Error) => name === 'ChunkLoadError' || message.includes('Loading CSS chunk');

/** Keeps the shell standing when a screen fails, above all when its code could not be loaded. */
export class ErrorBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  private stopWaiting: (() => void) | undefined;

  override componentDidCatch(failure: Error) {
    this.props.onFailure(true);
    // Code that was not loaded is not asked for again by the same page.
    if (isChunkMissing(failure) && connection.isOffline()) {
      this.stopWaiting = onReconnect(() => reloadOnce(sessionStore, Date.now(), () => window.location.reload()));
    }
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetKey === this.props.resetKey || !this.state.failure) return;
    this.stopWaiting?.();
    this.props.onFailure(false);
    this.setState({ failure: undefined });
  }

  override componentWillUnmount() {
    this.stopWaiting?.();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const isIncomplete = isChunkMissing(failure);
    const isOffline = isIncomplete && connection.isOffline();
    return (
      <EmptyState
        drawing="broken"
        title={isOffline ? '这一页还没有看过' : isIncomplete ? '页面没有加载完整' : '页面出错了'}
        text={
          isOffline
            ? '网络断开了。恢复后这一页会自己打开，看过的页面现在也能看。'
            : isIncomplete
              ? '网络中断，或网站刚刚更新。刷新后会重新加载。'
              : '刷新后重试；如果仍然出错，请把出错的步骤告诉管理员。'
        }
      >
        <Button
          look="primary"
          onClick={() => (isIncomplete && !isOffline ? void reloadFresh() : window.location.reload())}
        >
          刷新页面
        </Button>
      </EmptyState>
    );
  }
}
