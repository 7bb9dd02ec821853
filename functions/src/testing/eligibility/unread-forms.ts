import type { GuideForm } from '../../features/eligibility/x12/guide/left-out-forms.ts';

const unread = (form: string, about: string): GuideForm => ({
  forms: [form],
  code: `EB*${form}`,
  about,
  examples: [[`EB*${form}**30*MB`, 'MSG*WORDS']],
});

/** Kinds of EB that X12 has and Medicare's guide does not use; people read such lines. */
export const unreadForms: readonly GuideForm[] = [
  unread('2', 'Active, full risk capitation'),
  unread('3', 'Active, services capitated'),
  unread('4', 'Active, services capitated to the primary care physician'),
  unread('5', 'Active, pending investigation'),
  unread('CB', 'Coverage basis'),
  unread('G', 'Out of pocket (stop loss)'),
  unread('H', 'Unlimited'),
  unread('J', 'Cost containment'),
  unread('L', 'Primary care provider'),
  unread('M', 'Pre-existing condition'),
  unread('MC', 'Managed care coordinator'),
  unread('N', 'Services restricted to the following provider'),
  unread('O', 'Not deemed a medical necessity'),
  unread('P', 'Benefit disclaimer'),
  unread('Q', 'Second surgical opinion required'),
  unread('S', 'Prior year history'),
  unread('T', 'Card reported lost or stolen'),
  unread('W', 'Other source of data'),
  unread('Y', 'Spend down'),
];
