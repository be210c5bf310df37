import type { PageFacts } from '#shared/domain/pages';
import type { ToolCard } from './tool-card';

/** Facts of a route about its screen, beside path and component. */
export interface RouteProps extends Partial<PageFacts> {
  toolId?: string;
  tool?: ToolCard;
}
