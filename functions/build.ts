import { bundleApi } from './bundle.ts';

const [, , outfile = 'functions/dist/index.cjs'] = process.argv;
await bundleApi(outfile);
