import { startCosmos } from './start.ts';

// Runs as the child of crash.test.ts: an endpoint on the given file, until it is killed.
const [, , file = ''] = process.argv;
const { url, key } = await startCosmos({ port: 0, file });
process.send?.({ url, key });
