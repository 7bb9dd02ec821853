import { bundleApi } from './bundle.ts';

await bundleApi('functions/dist/index.cjs');
