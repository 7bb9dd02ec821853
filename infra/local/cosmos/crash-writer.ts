import { startCosmos } from './start.ts';

// The child of crash.test.ts: an endpoint on the file it is given, until it is killed.
const [, , file = ''] = process.argv;
const { url, key } = await startCosmos({ port: 0, file });
process.send?.({ url, key });
