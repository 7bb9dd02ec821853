import { textOfIssue } from '@handoff/shared/domain/records/issue-texts';
import * as z from 'zod';

// Must run before the first schema: otherwise zod probes `new Function`, which the Content-Security-Policy reports.
// Forms show the texts of issues, and people must never read the library's own.
z.config({ jitless: true, localeError: textOfIssue });
