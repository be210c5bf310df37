import { config } from 'zod';

// Without this zod tries `new Function`, which the site's content policy forbids and browsers then report.
config({ jitless: true });
