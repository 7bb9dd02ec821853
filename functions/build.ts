import { bundleApi, watchApi } from './bundle.ts';

// `--watch` builds again on save, and says so to the process that started it until that one ends.
const minify = process.argv.includes('--minify');
const [outfile = 'functions/dist/index.cjs'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (process.argv.includes('--watch')) {
  process.on('disconnect', () => process.exit());
  await watchApi(outfile, () => process.send?.('ready'));
} else await bundleApi(outfile, { minify });
