import { benchGalleryFinding } from '../gallery-finding.ts';
import { benchParts } from '../parts.ts';
import { benchZip } from './zip.ts';

/** The gallery's targets: `npm run bench -- gallery`, or parts of them: `npm run bench -- gallery zip`. */
export const benchGallery = (asked: readonly string[] = []) =>
  benchParts({ finding: benchGalleryFinding, zip: benchZip }, asked);
