interface FindingWords {
  /** Names the finding in a few words. */
  title: string;
  /** Names an issue within the sentence of the banner, after "but". */
  issue?: string;
  /** The next step, if there is one. */
  advice?: string;
}

/** Keyed by the codes of the classification. */
const words = new Map<string, FindingWords>(
  Object.entries({
    noPartB: {
      title: 'No Part B',
      advice: 'Check the date of service. If the person has enrolled since, check again later.',
    },
    deceased: {
      title: 'Date of death on file',
      advice: 'If this is wrong, the family has to have it corrected by Social Security.',
    },
    diedLater: { title: 'Date of death on file, after the date of service' },
    barred: {
      title: 'Medicare benefits not payable',
      advice: 'Medicare pays again after the period. Until then another payer must.',
    },
    medicareAdvantage: {
      title: 'Medicare Advantage plan',
      issue: 'a Medicare Advantage plan pays instead of Medicare',
      advice:
        'Ask the plan whom to bill and for authorization. Without a contract, refer the patient on or ask for an exception.',
    },
    medicareAdvantageLater: {
      title: 'Future Medicare Advantage plan',
      advice: 'Check again after that day: from then on the plan pays.',
    },
    homeHealthElsewhere: {
      title: 'Home health with another agency',
      issue: 'another home health agency has an open period',
      advice: 'Call the other agency. Agree on a transfer date, or on who provides which care.',
    },
    homeHealthWithUs: {
      title: 'Already a patient of this agency',
      advice: 'Look for an earlier referral before you open a new one.',
    },
    homeHealthEnded: {
      title: 'Home health ended recently',
      advice: 'Ask for the discharge date before the start of care.',
    },
    homeHealthLater: {
      title: 'Future home health period',
      advice: 'Ask that agency whether it still plans to start care.',
    },
    hospiceOpen: {
      title: 'Hospice',
      issue: 'the patient is in hospice care',
      advice:
        'Call the hospice: it covers the terminal illness, and a transfer or other care needs its agreement.',
    },
    hospiceDischargeUnconfirmed: {
      title: 'Hospice discharge not confirmed',
      issue: 'the discharge from hospice is not confirmed',
      advice: 'Call the hospice and have the discharge confirmed in writing.',
    },
    hospiceFaceToFace: {
      title: 'Face-to-face encounter required',
      advice: 'Schedule it within 30 days before the next benefit period begins.',
    },
    hospiceEarlier: { title: 'Previous hospice' },
    hospiceLater: { title: 'Future hospice election', advice: 'Check again after that day.' },
    secondaryPayer: {
      title: 'Medicare is secondary (MSP)',
      issue: 'another payer pays before Medicare',
      advice: 'Bill the primary payer first. Medicare pays what remains.',
    },
    secondaryPayerLater: { title: 'Medicare will be secondary (MSP)', advice: 'Check again after that day.' },
    contradiction: {
      title: 'Contradictory response',
      issue: 'the response contradicts itself',
      advice: 'Call Medicare’s provider line before care starts.',
    },
    noPartA: { title: 'No Part A' },
    partABarred: { title: 'Part A benefits not payable' },
    partBEndsSoon: { title: 'Part B ends soon', advice: 'Check again before that day.' },
    assistance: {
      title: 'Medicaid / Medicare Savings Program',
      advice: 'Medicaid may pay what Medicare leaves.',
    },
    kidneyDisease: { title: 'ESRD' },
    demographics: {
      title: 'Medicare has different details',
      advice: 'Correct the patient’s record, or the claim will be rejected.',
    },
    segmentsMissing: {
      title: 'Incomplete response',
      issue: 'the response is incomplete',
      advice: 'Check again. If it stays, look in the Medicare portal.',
    },
    answerDamaged: { title: 'Problem in the response' },
    otherPayer: {
      title: 'Response from another payer',
      advice: 'Check the patient with Medicare before care starts.',
    },
    unread: { title: 'Lines that Handoff cannot read' },
  } satisfies Record<string, FindingWords>),
);

export const wordsOf = (code: string): FindingWords => words.get(code) ?? { title: 'Finding' };
