import { api } from '@handoff/shared/contract/api';
import { Session, type Profiler } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPartitions } from '../changed-store.ts';
import type { Partition } from '../../platform/ports.ts';
import { freshApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';

// Run by `npm run check shape`: the files and named functions of the server that one call runs, under V8's precise
// coverage, and the requests to the store of an acceptance. Each call is made before, so that nothing is counted that
// runs once in a process.

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const isProduct = (file: string) =>
  /^(?:functions|shared)\/src\//.test(file) && !/\/(?:testing|stories)\//.test(file);

let requests = 0;
const handoff = await freshApi();
const counted = handoff.another({ store: withPartitions(handoff.store, countedPartition) });

const [first, second] = [await referral(handoff), await referral(handoff)];
const accept = ({ Id, Etag }: { Id: string; Etag: string }) =>
  counted.call(api.referrals.update, { body: { Id, Etag, Decision: { Kind: 'Accepted' } } }, { as: 'ana' });
const read = () => counted.call(api.referrals.byId, { query: { id: first.Id } }, { as: 'ana' });
const list = () => counted.call(api.referrals.list, { query: {} }, { as: 'ana' });

(await accept(first)).ok();
const acceptance = await coverageOf(() => accept(second));
const queriesForDecision = requests;
(await read()).ok();
const reading = await coverageOf(read);
(await list()).ok();
const listing = await coverageOf(list);

const result = {
  acceptFiles: acceptance.files,
  acceptFunctions: acceptance.functions,
  readFiles: reading.files,
  readFunctions: reading.functions,
  listFiles: listing.files,
  listFunctions: listing.functions,
  queriesForDecision,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

function countedPartition(partition: Partition): Partial<Partition> {
  return {
    read: (id) => (requests++, partition.read(id)),
    query: (query) => (requests++, partition.query(query)),
    count: (query) => (requests++, partition.count(query)),
    commit: (operations) => (requests++, partition.commit(operations)),
  };
}

async function coverageOf(call: () => ReturnType<typeof read | typeof list | typeof accept>) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  requests = 0;
  const answer = await call();
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  answer.ok();
  const ran = scripts.flatMap(namedFunctionsOf);
  return { files: new Set(ran.map(({ file }) => file)).size, functions: ran.length };
}

function namedFunctionsOf({ url, functions }: Profiler.ScriptCoverage) {
  const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : '';
  if (!isProduct(file)) return [];
  return functions
    .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
    .map(({ functionName }) => ({ file, functionName }));
}
