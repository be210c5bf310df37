import type { AccessFlag } from '#shared/contract/auth';
import type { ToolCard } from './tool-card';

/** What a route says about its screen, beside path and component. */
export interface RouteProps {
  title?: string;
  hideHeader?: boolean;
  hideFooter?: boolean;
  /** True when the entry is not listed in the menu built from the routes, as for all but one (docs/RULES.md R17). */
  hideMenu?: boolean;
  /** The screen is shown, and its menu entry listed, only while this flag is true. */
  access?: AccessFlag;
  /** Said in the screen's place to those who only have to log in to see it. */
  visitorWords?: { drawing: 'order' | 'sheet'; title: string; text: string };
  toolId?: string;
  tool?: ToolCard;
}
