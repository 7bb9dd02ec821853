import { expect, test } from 'vitest';
import { knownText, recordOf } from './known-plan.ts';

const known = {
  Contracted: 'Yes',
  AuthorizationNeeded: 'Yes',
  ContactName: 'Pat',
  ContactPhone: '8605550101',
} as const;
const unknown = { Contracted: 'Unknown', AuthorizationNeeded: 'Unknown' } as const;

test.each([
  ['contracted, authorization needed, call Pat (860) 555-0101', known, null],
  [
    'not contracted, no authorization needed, call Pat',
    { ...known, Contracted: 'No', AuthorizationNeeded: 'No', ContactPhone: '' } as const,
    'Harbor Payer',
  ],
  [
    'contract not known, authorization not known, call (860) 555-0101',
    { ...known, ...unknown, ContactName: '' },
    null,
  ],
  [
    'contracted as Harbor Payer, authorization not known',
    { ...unknown, ContactName: '', ContactPhone: '' },
    'Harbor Payer',
  ],
])('says “%s”', (text, record, contractedPayer) => {
  expect(knownText(record, contractedPayer)).toBe(text);
});

test.each([
  ['013', 'the plan'],
  ['042', 'the contract'],
  ['', 'the contract'],
])('plan H5521-%s has the record of %s', (PlanId, found) => {
  const recorded = [
    { ContractId: 'H5521', PlanId: '', of: 'the contract' },
    { ContractId: 'H5521', PlanId: '013', of: 'the plan' },
    { ContractId: 'H2001', PlanId: '042', of: 'another contract' },
  ];
  expect(recordOf({ ContractId: 'H5521', PlanId }, recorded)?.of).toBe(found);
  expect(recordOf({ ContractId: 'H9999', PlanId }, recorded)).toBeUndefined();
});
