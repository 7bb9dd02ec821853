import { expect, test } from 'vitest';
import { formatMbi } from '../domain/person/identifiers.ts';
import { fractions } from '../testing/fractions.ts';
import { scannedWords } from '../testing/scanned-words.ts';
import { readPacket } from './read-document.ts';
import { type Word, wordsOfText } from './words.ts';

// Drawn packets of two to four people of few names, typed and as a scan has them: none gives a value of a page about another
// person. All words here are drawn; `npm run bench prefill` has more layouts, and pages that were read in pictures.

const PACKETS = 200;
const today = new Date(2026, 10, 27);

/** Drawn values of one person, as several papers print them. */
function personOf(pick: (most: number) => number) {
  const from = (values: string) => values.split('|')[pick(values.split('|').length)] ?? '';
  const digits = (count: number) => Array.from({ length: count }, () => pick(10)).join('');
  const letters = () => 'ACDEFGHJKMNPQRTUVWXY'[pick(20)] ?? '';
  return {
    last: from(
      'Tran|Nguyen|Pham|Underbough|Whitfield|Okonkwo|Petrosyan|de la Fuente|Kowalczyk|Abernathy|Ortiz|Rivera',
    ),
    first: from(
      'Ida|Cora|Edna|Rufus|Jasper|Winifred|Adela|Greta|Lucille|Thelma|Bertram|Floyd|Homer|Leland|Wendell|Percival',
    ),
    born: `0${1 + pick(9)}/${10 + pick(18)}/19${30 + pick(30)}`,
    mbi: formatMbi(
      `${1 + pick(9)}${letters()}${pick(10)}${pick(10)}${letters()}${pick(10)}${pick(10)}${letters()}${letters()}${digits(2)}`,
    ),
    street: `${1 + pick(900)} ${from('Orchard St|Elm St|Old Mill Rd|Testwood Dr')}`,
    phone: `(413) 555-${digits(4)}`,
    member: `W${digits(8)}`,
    contact: `${from('Nora|Otto|Petra|Linh')} ${from('Tannenbaum|Isaksen|Dao|Demir')}`,
    contactPhone: `(802) 555-${digits(4)}`,
    room: digits(3),
    language: from('English|Spanish|Polish'),
    services: from('PT, OT|Skilled nursing, PT|Speech therapy'),
  };
}
type Person = ReturnType<typeof personOf>;

const papers: readonly ((person: Person) => string)[] = [
  ({ last, first, born, mbi, street, phone }) => `FACE SHEET
Patient Name: ${last}, ${first}          DOB: ${born}
Medicare Number: ${mbi}
Address: ${street}, Springfield, MA 01103
Phone: ${phone}`,
  ({ last, first, born, member, contact, contactPhone }) => `Intake Form
Last Name            First Name          Date of Birth
${last.padEnd(20)} ${first.padEnd(19)} ${born}

Insurance: Example Advantage      Member ID: ${member}
Emergency Contact: ${contact}     Phone: ${contactPhone}`,
  ({ last, first, street, phone, room, language, services }) => `Home Health Orders
Patient: ${first} ${last}
Address: ${street}, Springfield, MA 01103      Phone: ${phone}
Room: ${room}      Language: ${language}
Services: ${services}`,
  ({ born, mbi, street, phone, room }) => `Date of Birth: ${born}      Medicare Number: ${mbi}
Address: ${street}, Springfield, MA 01103
Phone: ${phone}
Room: ${room}`,
  ({ street, phone, contact, contactPhone, language }) => `Address: ${street}, Springfield, MA 01103
Phone: ${phone}     Language: ${language}
Emergency Contact: ${contact}     Phone: ${contactPhone}`,
];

function drawPacket(seed: number, wrong: number) {
  const fraction = fractions(seed);
  const pick = (most: number) => Math.floor(fraction() * most);
  const people = Array.from({ length: 2 + pick(3) }, () => personOf(pick));
  const own: number[] = [];
  const words: Word[] = [];
  let page = 0;
  for (const [at, person] of people.entries()) {
    // The first paper of each names its patient, as the last two do not by name.
    const pages = [pick(4), ...Array.from({ length: pick(2) }, () => pick(papers.length))];
    for (const paper of pages) {
      page += 1;
      if (at === 0) own.push(page);
      const typed = wordsOfText(papers[paper]?.(person) ?? '').map((word) => ({ ...word, page }));
      words.push(...(wrong === 0 ? typed : scannedWords(typed, wrong, fraction)));
    }
  }
  return { words, own: new Set(own) };
}

test.each([
  { kind: 'typed', wrong: 0, least: 0.99 },
  { kind: 'scanned', wrong: 0.01, least: 0.95 },
  { kind: 'coarsely scanned', wrong: 0.04, least: 0.9 },
])('of $kind pages of several people, no value of another one is proposed', ({ wrong, least }) => {
  const ofOthers: string[] = [];
  let [proposed, alone] = [0, 0];
  for (let seed = 1; seed <= PACKETS; seed += 1) {
    const { words, own } = drawPacket(seed, wrong);
    const { proposals } = readPacket(words, { today });
    proposed += proposals.length;
    const ownWords = words.filter(({ page }) => own.has(page));
    alone += readPacket(ownWords, { today, isOnePatient: true }).proposals.length;
    for (const { path, place } of proposals)
      if (!own.has(place?.page ?? 1)) ofOthers.push(`packet ${seed}: ${path}`);
  }
  expect(ofOthers).toEqual([]);
  // Proposing nothing is no way to mix nothing.
  expect(proposed / alone).toBeGreaterThan(least);
});
