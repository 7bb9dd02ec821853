import type { AuditEntry } from './audit-entry.ts';

/** Describes who outside the agency received a patient's data, and why: 45 CFR 164.528(b)(2). */
export interface Disclosure {
  To: string;
  Purpose: string;
}

const byAction = new Map<string, Disclosure>([
  ['eligibility.checked', { To: 'Medicare', Purpose: 'Payment: eligibility inquiry' }],
  ['referral.verified', { To: 'Medicare', Purpose: 'Payment: scheduled eligibility inquiry' }],
  [
    'exchange.downloaded',
    { To: 'the computer of that person', Purpose: 'Operations: copy of a payer exchange' },
  ],
  ['document.downloaded', { To: 'the computer of that person', Purpose: 'Operations: copy of a document' }],
  ['referral.printed', { To: 'the person who printed it', Purpose: 'Operations: copy of a referral' }],
  ['referrals.exported', { To: 'the computer of that person', Purpose: 'Operations: copy of the worklist' }],
  ['referral.exported', { To: 'the computer of that person', Purpose: 'Operations: referral as FHIR' }],
  [
    'patient-numbers.exported',
    { To: 'the computer of that person', Purpose: 'Operations: referral as FHIR with full numbers' },
  ],
  ['audit.exported', { To: 'the computer of that person', Purpose: 'Operations: copy of the audit' }],
  ['patient-access.exported', { To: 'the computer of that person', Purpose: 'Operations: access report' }],
]);

const HANDED_TO = 'Decision.HandedTo';

/** Actions that may be a disclosure: an edit is one when it sends the patient to someone. */
export const disclosureActions: readonly string[] = [...byAction.keys(), 'referral.updated'];

export function disclosureOf({ action, changes }: AuditEntry): Disclosure | undefined {
  const handedTo = changes.find(({ field }) => field === HANDED_TO)?.new;
  if (typeof handedTo === 'string' && handedTo !== '')
    return { To: handedTo, Purpose: 'Treatment: referral sent to another provider' };
  return byAction.get(action);
}
