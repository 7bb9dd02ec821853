import { bundleApi } from './bundle.ts';

const minify = process.argv.includes('--minify');
const [outfile = 'functions/dist/index.cjs'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
await bundleApi(outfile, { minify });
