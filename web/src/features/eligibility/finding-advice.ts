/** What to do about a finding, where there is something to do (eligibility classification's codes). */
const advice = new Map([
  ['noPartB', 'Check the date of service. If the person has enrolled since, check again later.'],
  ['deceased', 'If this is wrong, the family has to have it corrected by Social Security.'],
  ['barred', 'Medicare pays again after the period; until then another payer has to.'],
  [
    'medicareAdvantage',
    'The plan pays instead of Medicare: ask it for authorization and bill it. Without a contract, refer the patient on or ask for an exception.',
  ],
  ['homeHealthElsewhere', 'Call the other agency: agree on a transfer date, or on who cares for what.'],
  ['homeHealthEnded', 'Ask for its discharge date before the start of care.'],
  [
    'hospiceOpen',
    'The hospice covers the terminal illness. Call it: care for anything else needs its agreement.',
  ],
  ['hospiceDischargeUnconfirmed', 'Call the hospice and have the discharge confirmed in writing.'],
  ['secondaryPayer', 'Bill this payer first; Medicare pays what is left.'],
  ['contradiction', 'Call Medicare’s provider line before care starts.'],
  ['segmentsMissing', 'Check again; if it stays, look into the Medicare portal.'],
  ['medicareAdvantageLater', 'Check again after that day: from then on the plan pays.'],
  ['partBEndsSoon', 'Check again before that day.'],
  ['demographics', 'Correct the record of the patient, or the claim will be rejected.'],
  ['homeHealthWithUs', 'This agency has the patient already: look for an earlier referral.'],
]);

export const adviceOn = (code: string): string | undefined => advice.get(code);
