import * as z from 'zod';

// Must run before the first schema: otherwise zod probes `new Function`, which the Content-Security-Policy reports.
z.config({ jitless: true });
