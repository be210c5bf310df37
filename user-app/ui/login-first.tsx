import { openLogin } from '../lib/app-store';
import { Button } from './button';
import { EmptyState, type EmptyStateProps } from './empty-state';

/** Stands where something belongs to a person, and nobody is logged in. */
export function LoginFirst(props: Pick<EmptyStateProps, 'drawing' | 'title' | 'text'>) {
  return (
    <EmptyState {...props}>
      <Button look="primary" onClick={() => openLogin({ after: () => undefined })}>
        登录
      </Button>
    </EmptyState>
  );
}
