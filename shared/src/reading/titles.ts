// Titles of people and places on referral forms, in lower case and without punctuation.

/** Texts between commas, over several lines. */
export function list(text: string): string[] {
  return text.split(',').map((item) => item.replaceAll(/\s+/g, ' ').trim());
}

export const phones = list('phone, telephone, tel, ph, phone number, telephone number, contact number');
export const ofPatient = list('patient, patients, pt, pts, client, resident, beneficiary, member');
/** Every first text with every second one. */
export const each = (firsts: readonly string[], seconds: readonly string[]) =>
  firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`));

export const attendingDoubt = 'The page says attending physician. Check who ordered the care';
export const primaryCareDoubt = 'The page says primary care physician. Check who certifies the care';
export const physicianDoubt = 'The page does not say which physician. Check who ordered the care';
