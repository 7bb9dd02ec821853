import { comingDay, patientAddress, patientName } from './fields.ts';
import { servicesIn } from './services.ts';
import {
  cased,
  codesIn,
  daysIn,
  medicareNumberIn,
  memberNumberIn,
  npiIn,
  personIn,
  phoneIn,
  titleIn,
} from './values.ts';

interface Saying {
  /** The words before the value; what it captures is given to `read`. */
  said: RegExp;
  /** The rest of the sentence. */
  read: (rest: string, today: Date, captured: string) => Record<string, string>;
  /** An address may have periods within. */
  isWhole?: true;
}

/** A day counts only this near behind what is said of it. */
const nearDay = (rest: string, most: number, today: Date) => comingDay(rest.slice(0, most), today);

export const sayings: readonly Saying[] = [
  {
    said: /\b(?:[Pp]atient,?(?: is| named)?|[Rr]efer(?:ring)?|[Rr]egarding|[Oo]n behalf of|[Ss]ervices for|[Oo]rders for|[Hh]ome health for|[Cc]are for|[Ss]ee|[Aa]ccept|[Ee]valuate|[Aa]dmit) (?=\p{Lu})/gu,
    read: (rest) => patientName(nameAhead(rest)),
  },
  {
    said: /\b(?:born(?: on)?|date of birth(?: is)?|d\.?o\.?b\.?:?) /gi,
    read: (rest) => ({ 'Patient.DateOfBirth': daysIn(rest.slice(0, 24))[0] ?? '' }),
  },
  {
    // "Jane Doe (d.o.b. …) has been under my care."
    said: /(?<=^\s*)((?:(?:Mr|Mrs|Ms|Miss)\.? )?\p{Lu}[\p{L}'’-]+\.?(?: (?:\p{Lu}[\p{L}'’-]*\.?|de|del|la|van|von|der|den|bin|al|el)){1,4})(?=,? (?:\(?(?:d\.?o\.?b|born|date of birth|age)|is an? (?:\d|patient|pleasant)|has been))/gu,
    read: (_rest, _today, name) => patientName(name),
  },
  {
    said: /\b(?:lives|living|resides|residing|stays|staying)(?: alone| with (?:a|an|her|his|their) \p{L}{2,12}| in (?:a|an|her|his|their|the) [\p{L}’' ]{2,30})?,? (?:at|in)\b/giu,
    read: (rest) => patientAddress(rest),
    isWhole: true,
  },
  {
    said: /\b(?:his|her|their|home|current) address is\b|\b(?:at|in) (?:his|her|their|the patient['’]s) (?:own )?(?:home|house|apartment|residence)(?: at|,)/gi,
    read: (rest) => patientAddress(rest),
    isWhole: true,
  },
  {
    said: /\b(?:he|she|they|patient|and) (?:can|may) (?:also |best )?be (?:reached|called|contacted)(?: by (?:tele)?phone)? (?:at|on)\b|\b(?:call|reach|contact) (?:him|her|them|the patient) (?:at|on)\b/gi,
    read: (rest) => ({ 'Patient.Phone': phoneIn(rest.slice(0, 30)) }),
  },
  {
    said: /\b(?:preferred|primary|native) language (?:is|of)\b|(?<!\b(?:son|daughter|wife|husband|niece|nephew|family|spouse|sister|brother|friend|neighbor|caregiver|who) )\bspeaks(?: only| mainly| mostly)?\b/gi,
    read: (rest) => ({ 'Clinical.Language': languageIn(rest) }),
  },
  {
    said: /\b\d{2,3}[ -]?(?:years?|yrs?|y)\.?[ -/]?(?:old|o)\b/gi,
    read: (rest) => ({ 'Clinical.Sex': sexOf(rest) }),
  },
  {
    said: /\b(?:patient|he|she|they) (?:is|are|remains)\b/gi,
    read: (rest) => ({ 'Clinical.Homebound': homeboundIn(rest) }),
  },
  {
    said: /\b(?:start of care|soc|(?:care|services|visits) (?:(?:should|can|may|will|is to|are to) |to )(?:begin|start|commence)|(?:begin|start|open|admit)(?:ing)? (?:the case |care |services |visits |home health |her |him )?(?:on|by|as of)|first visit (?:on|by|is))\b/gi,
    read: (rest, today) => ({ 'Clinical.RequestedStart': nearDay(rest, 40, today) }),
  },
  {
    said: /\bface[- ]to[- ]face\b|\b(?:I|we) (?:last |personally )?(?:saw|examined|evaluated|assessed|visited|met with)\b|\b(?:seen|examined|evaluated) (?:in|at) (?:my|our|the) (?:office|clinic|practice)\b|\b(?:last|most recent) (?:office )?visit\b|\b(?:seen|examined|evaluated) by (?:me|us)\b/gi,
    read: (rest, today) => ({ 'Clinical.FaceToFaceDate': nearDay(rest, 90, today) }),
  },
  {
    said: /\bdischarged?\b(?! diagnos| instruct| medic)/gi,
    read: (rest, today) => ({ 'Clinical.DischargeDate': nearDay(rest, 60, today) }),
  },
  {
    said: /\b(?:main|primary|principal) (?:reason|problem|concern|diagnosis)\b[^.]{0,40}? (?:is|of)\b|\b(?:is|was) (?:being )?(?:treated|hospitalized|admitted) (?:for|with)\b|\bdiagnosed with\b/gi,
    read: (rest) => ({ 'Clinical.PrimaryDiagnosis': codesIn(rest)[0] ?? '' }),
  },
  {
    said: /\b(?:he|she|they|patient) (?:also )?(?:has|have|suffers from)\b|\b(?:comorbidities|other (?:conditions|problems|diagnoses)) (?:are|include)\b/gi,
    read: (rest) => ({ 'Clinical.OtherDiagnoses': codesIn(rest).join(', ') }),
  },
  {
    said: /\borders? (?:by|from|signed by)\b/gi,
    read: (rest) => ({
      'Clinical.OrderingPractitioner': titleIn(rest.replace(/,? npi.*$/i, '').trim()),
      'Clinical.OrderingNpi': npiIn(rest),
    }),
  },
  {
    said: /((?:Dr\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){0,3}(?:, (?:MD|DO|NP|PA-C))?),? (?:will|has agreed to|agrees to) (?:follow|sign|certify|oversee)/gu,
    read: (_rest, _today, name) => ({ 'Clinical.CertifyingPractitioner': titleIn(name) }),
  },
  {
    said: /\b(?:in (?:an|case of) emergency,?(?: please)? (?:call|contact|notify|phone)|emergency contact(?: is|:)|please contact(?= (?:his|her|their) \p{L}{3,12},))/giu,
    read: (rest) => ({
      'Clinical.EmergencyContact': personIn(rest),
      'Clinical.EmergencyPhone': phoneIn(rest),
    }),
  },
  {
    said: /(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,3}), (?:his|her|their) [\p{L}-]{3,16}, is (?:the|his|her|their) emergency contact/gu,
    read: (rest, _today, name) => ({
      'Clinical.EmergencyContact': name,
      'Clinical.EmergencyPhone': phoneIn(rest),
    }),
    isWhole: true,
  },
  {
    said: /\b(?:has|is insured (?:by|with|through)|is covered by|is a member of|is enrolled in|(?<!econdary |upplemental )(?:insurance|coverage) is(?: with| through)?) (?=\p{Lu})/gu,
    read: payerIn,
  },
  {
    said: /\b(?:secondary|supplemental) (?:coverage|insurance|payer|payor) (?:is|with|through)\b/gi,
    read: (rest) => ({
      'Payers.1.Name': titleIn(rest.replace(/,.*$/, '').trim()),
      'Payers.1.MemberId': memberNumberIn(
        /\b(?:id|member|policy)(?: id| number| no)?[\s#:.]{1,3}(.+)$/i.exec(rest)?.[1] ?? '',
      ),
    }),
  },
  {
    said: /\b(?:provide|requests?|requesting|requires?|needs?|benefit from|recommends?|recommended|orders?|ordered|ordering|refer (?:him|her|them) for|evaluation for|in need of|including|home health(?: care)?(?: services)?(?: for| with|:))(?=[\s:])/gi,
    read: (rest) => ({ Services: servicesIn(rest.replace(/^[\s:]+/, '')) }),
  },
];

/** The name with which the rest of a sentence begins: two words at least, as "Mrs. Doe" is no full name. */
const nameAhead = (rest: string) =>
  /^(?:(?:Mr|Mrs|Ms|Miss)\.? )?(\p{Lu}[\p{L}'’-]*\.?(?: (?:\p{Lu}[\p{L}'’-]*\.?|de|del|la|van|von|der|den|bin|al|el)){1,4})(?=,|\.$|$| \(| (?:who|was|is|would|for|born|has|needs|with|to)\b)/u.exec(
    rest,
  )?.[1] ?? '';

function payerIn(rest: string): Record<string, string> {
  const [, name = '', number = ''] =
    /^(\p{Lu}[\p{L}&'’-]*(?: \p{Lu}[\p{L}&'’-]*){0,3}),? \(?(?:(?:[Mm]ember|[Pp]olicy|[Ss]ubscriber|[Ii]nsurance) )?(?:[Ii][Dd]|[Nn]umber|[Nn]o\.?|#)(?: is)?[\s#:.]{0,4}(\S+)/u.exec(
      rest,
    ) ?? [];
  const isMedicare = /^medicare$/i.test(name.trim());
  const plain = number.replace(/[).,]+$/, '');
  return {
    'Payers.0.Name': titleIn(name),
    ...(isMedicare
      ? { 'Patient.Mbi': medicareNumberIn(plain) }
      : { 'Payers.0.MemberId': memberNumberIn(plain) }),
  };
}

const languageIn = (rest: string) => cased(/^\s{0,3}\p{Lu}\p{Ll}{2,20}\b/u.exec(rest)?.[0] ?? '');

function sexOf(rest: string): string {
  const [, word = ''] =
    /^(?:[\s,-]+\p{L}{1,12}){0,2}?[\s,-]+(female|woman|lady|male|man|gentleman)\b/iu.exec(rest) ?? [];
  if (word === '') return '';
  return /^(?:female|woman|lady)$/i.test(word) ? 'Female' : 'Male';
}

function homeboundIn(rest: string): string {
  const found =
    /^\s(not )?(?:currently |considered |essentially )?(?:home-?bound|confined to (?:his|her|their|the) home)\b/i.exec(
      rest,
    );
  if (!found) return '';
  return found[1] === undefined ? 'Yes' : 'No';
}
