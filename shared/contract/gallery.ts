import { caseContract } from './gallery-case.ts';
import { downloadContract } from './gallery-download.ts';
import { pictureContract } from './gallery-picture.ts';
import { setContract } from './gallery-set.ts';

/** Every call of the inspiration gallery under `/api/inspiration` (docs/RULES.md R61). */
export const galleryContract = { ...pictureContract, ...setContract, ...caseContract, ...downloadContract } as const;
