import * as z from 'zod';

// Before the first schema: zod otherwise probes `new Function`, which the Content-Security-Policy reports.
z.config({ jitless: true });
