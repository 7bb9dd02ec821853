import { matchesGlob, relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Stryker works on a copy of the tree, whose node_modules lead back to the original, so our packages are named here.
const packages = {
  '@handoff/shared': 'shared/src',
  '@handoff/functions': 'functions/src',
  '@handoff/local': 'infra/local',
};

const tests = (process.env['MUTATION_TESTS'] ?? '').split(' ');

/** Keeps the order of the area, because the first failing test ends a run. */
class AsNamed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

const placeOf = ({ moduleId }: TestSpecification) => {
  const path = relative(process.cwd(), moduleId);
  return tests.findIndex((glob) => matchesGlob(path, glob));
};

export default defineConfig({
  root: process.cwd(),
  resolve: {
    alias: Object.entries(packages).map(([name, folder]) => ({
      find: new RegExp(`^${name}/(.*)$`),
      replacement: `${resolve(folder)}/$1.ts`,
    })),
  },
  test: {
    include: tests,
    sequence: { sequencer: AsNamed },
    testTimeout: 20_000,
    isolate: false,
    // Our tags are defined in the main configuration.
    strictTags: false,
  },
});
