/** Facade systems by name. */
import type { Facade } from './facade-parts.ts';
import { colonnade, curtain, fins, picture, ribbon, screen, shed, shopfront } from './facades-glass.ts';
import { balcony, gallery, grid, lattice, piers, punched, solid, tallWindows } from './facades-masonry.ts';

export type FacadeKind =
  | 'punched'
  | 'tallWindows'
  | 'ribbon'
  | 'curtain'
  | 'fins'
  | 'picture'
  | 'screen'
  | 'solid'
  | 'colonnade'
  | 'shopfront'
  | 'lattice'
  | 'gallery'
  | 'balcony'
  | 'shed'
  | 'grid'
  | 'piers';

export const facades: Readonly<Record<FacadeKind, Facade>> = {
  punched,
  tallWindows,
  ribbon,
  curtain,
  fins,
  picture,
  screen,
  solid,
  colonnade,
  shopfront,
  lattice,
  gallery,
  balcony,
  shed,
  grid,
  piers,
};
