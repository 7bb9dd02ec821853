import { mergeConfig } from 'vite';
import { listPackages } from './list-packages.ts';
import config from './vite.config.ts';

// What is deployed is built like what runs here, and its packages are listed beside it.
const { app, worker } = listPackages();
export default mergeConfig(config, { plugins: [app], worker: { plugins: () => [worker] } });
