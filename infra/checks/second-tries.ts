import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

/** Names the stories that passed only at the second try, so that a race is seen although the run is green. */
export const secondTries: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    const lines = flaky.map((test) => {
      const first = test.result().errors?.[0]?.message.split('\n')[0] ?? '';
      return `  ${relative(process.cwd(), test.module.moduleId)} > ${test.name}: ${first}`;
    });
    process.stdout.write(`Passed at the second try only:\n${lines.join('\n')}\n`);
  },
};
