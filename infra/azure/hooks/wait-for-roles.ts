import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const PROPAGATION_MS = 120_000;

// Runs after the first provisioning: roles take a while to reach the services, and an earlier deployment is answered
// 403 (https://github.com/Azure/azure-dev/issues/8026). Waits once per environment.
if (process.env['ROLES_ARE_READY'] !== 'true') {
  process.stdout.write('Waiting two minutes for the new roles to reach storage.\n');
  await sleep(PROPAGATION_MS);
  execFileSync('azd', ['env', 'set', 'ROLES_ARE_READY', 'true'], { stdio: 'inherit' });
}
