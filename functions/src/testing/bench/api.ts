import type { Faults } from '@handoff/local/cosmos/faults';
import * as z from 'zod';
import { seedAgencies } from '../examples/agencies.ts';
import { startSignIn } from '../sign-in.ts';
import { callNames, measureCalls, callLimits } from './calls.ts';
import { fiftyWriters, writerLimits } from './fifty-writers.ts';
import { largeUpload, uploadLimits } from './large-upload.ts';
import { startStand, watchStore } from './stand.ts';

// `npm run bench api [requests] [case]`, say `300 "fifty writers"`, measures the cost of the API and whether it
// is within its limits. Other work on the machine shows in every number.

const WRITERS = 'fifty writers';
const UPLOAD = 'large upload';
const everyCase = [...callNames, WRITERS, UPLOAD];
const [, , ...given] = process.argv.filter((argument) => !argument.startsWith('--'));
const requests = z.coerce
  .number()
  .int()
  .min(100)
  .parse(given[0] ?? '1500');
const chosen = z.array(z.enum(everyCase)).parse(given.length > 1 ? given.slice(1) : everyCase);

const signIn = await startSignIn();
const { trust } = signIn;
const faults: Faults = {};
const stand = await startStand({
  faults,
  settings: {
    AUTH_ISSUER: trust.issuer,
    AUTH_AUDIENCE: trust.audience,
    AUTH_JWKS_URI: trust.jwksUri,
    AUTH_TENANT_ID: trust.tenantId,
    AUTH_SCOPE: trust.scope,
    AUTH_CLIENT_IDS: trust.clientIds.join(','),
    CALLS_PER_MINUTE: '1000000',
  },
});
const store = watchStore();
const over: string[] = [];
try {
  await seedAgencies(stand.platform.store);
  const rows: object[] = [];
  const calls = callNames.filter((name) => chosen.includes(name));
  if (calls.length > 0)
    for (const row of await measureCalls({ stand, signIn, faults, store, requests }, calls)) {
      report(row);
      if (!row.isWithin) over.push(row.name);
    }
  if (chosen.includes(WRITERS)) {
    const second = await stand.another();
    const writers = await fiftyWriters({
      store: stand.platform.store,
      urls: [stand.url, second.url],
      tokenOf: (oid) => signIn.token('ana', { oid }),
      writes: requests,
      seen: store,
    });
    await second.stop();
    report(writers);
    const isFair =
      writers.shareOfSpread >= writerLimits.shareOfSpread && writers.p99OfSpread <= writerLimits.p99OfSpread;
    if (!isFair || writers.refused > writerLimits.refused) over.push(writers.name);
  }
  if (chosen.includes(UPLOAD)) {
    const upload = await largeUpload({ stand, signIn });
    report(upload);
    if (upload.timesFile > uploadLimits.timesFile) over.push(upload.name);
  }
  console.log(`RESULT ${JSON.stringify({ requests, cases: rows })}`);
  const limit = JSON.stringify({ ...callLimits, ...writerLimits, ...uploadLimits });
  console.log(over.length === 0 ? `all within ${limit}` : `more than ${limit}: ${over.join(', ')}`);

  function report(row: { name: string }): void {
    console.log(`${row.name}: ${JSON.stringify(row)}`);
    rows.push(row);
  }
} finally {
  await stand.stop();
}
process.exit(over.length === 0 ? 0 : 1);
