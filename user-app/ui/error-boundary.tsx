import { Component, type ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface Props {
  /** A new value clears the failure, e.g. the path after a navigation. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps the shell standing when a screen fails, above all when its code could not be loaded. */
export class ErrorBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetKey !== this.props.resetKey && this.state.failure) this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const isChunkMissing = failure.name === 'ChunkLoadError';
    return (
      <EmptyState
        drawing="broken"
        title={isChunkMissing ? '页面没有加载完整' : '页面出错了'}
        text={
          isChunkMissing
            ? '网络中断，或网站刚刚更新。刷新后会重新加载。'
            : '刷新后重试；如果仍然出错，请把出错的步骤告诉管理员。'
        }
      >
        <Button look="primary" onClick={() => window.location.reload()}>
          刷新页面
        </Button>
      </EmptyState>
    );
  }
}
