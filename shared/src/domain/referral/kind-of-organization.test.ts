import { expect, test } from 'vitest';
import { kindOfOrganization } from './kind-of-organization.ts';

test.each([
  ['Sample General Hospital', 'Hospital'],
  ['Example Shore Medical Center, Rehabilitation Unit', 'Hospital'],
  ['Testwood Rehabilitation', 'Facility'],
  ['Demo Manor', 'Facility'],
  ['Riverside Clinic', 'Physician'],
  ['Demo Family Practice', 'Physician'],
  ['Pat Placeholder, M.D.', 'Physician'],
  ['Sample Trust', undefined],
  ['', undefined],
])('%s refers as %s', (name, kind) => {
  expect(kindOfOrganization(name)).toBe(kind);
});
