import { saysDiagnoses } from '../care-rows.ts';
import { dateIn, escaped, type Paper } from '../paper.ts';
import { cityLine, doctorName, saysHome, streetLine } from '../person-rows.ts';

export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isBare = false,
): string {
  return `<table class="${isBare ? 'bare' : ''}">${line(head.map(escaped), 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

const line = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

/** The first contact is the one to call. */
export function contactTable({ facts, words, draw, has, use }: Paper): string {
  const { emergency, other, representative } = facts;
  use({ says: { 'Clinical.EmergencyContact': emergency.name, 'Clinical.EmergencyPhone': emergency.phone } });
  const rows = [
    [emergency.name, emergency.relation, words.emergency.replace(/ (?:#? ?1|Name)$/, ''), emergency.phone],
  ];
  if (has('other contacts')) rows.push([other.name, other.relation, words.guarantor, other.phone]);
  if (draw.chance(0.6)) {
    rows.push([representative.name, 'Other', words.representative, representative.phone]);
    use({
      says: {
        'Clinical.Representative': representative.name,
        'Clinical.RepresentativePhone': representative.phone,
      },
    });
  }
  const isNumbered = draw.chance(0.3);
  return tableOf(
    [draw.pick(['Name', 'Contact Name']), words.relation, draw.pick(['Contact Type', 'Role']), 'Phone'],
    rows.map(([name = '', ...others], at) => [isNumbered ? `${at + 1}. ${name}` : name, ...others]),
    draw.chance(0.4),
  );
}

export function diagnosisTable({ facts, draw, has, use }: Paper): string {
  use({ says: saysDiagnoses(facts) });
  const rank = draw.pick([
    (at: number) => (at === 0 ? 'Primary' : 'Secondary'),
    (at: number) => String(at + 1),
    (at: number) => (at === 0 ? 'Principal' : 'Active'),
  ]);
  const rows = [facts.primary, ...facts.others].map(({ code, text }, at) => [code, text, rank(at)]);
  if (has('ruled out')) rows.push([facts.ruledOut.code, facts.ruledOut.text, 'Ruled out']);
  if (has('history')) rows.push([facts.past.code, facts.past.text, 'History of']);
  const isTextFirst = draw.chance(0.4);
  const head = ['Code', 'Description', draw.pick(['Rank', 'Type', 'Priority'])];
  const order = (row: readonly string[]) => (isTextFirst ? [row[1] ?? '', row[0] ?? '', row[2] ?? ''] : row);
  return tableOf(order(head), rows.map(order), draw.chance(0.3));
}

export function addressTable({ facts, draw, has, use, style }: Paper): string {
  use(saysHome(facts.home));
  const rows = [['Current', streetLine(facts.home), cityLine(facts.home), facts.home.county, 'present']];
  if (has('previous address'))
    rows.push([
      'Previous',
      streetLine(facts.earlierHome),
      cityLine(facts.earlierHome),
      facts.earlierHome.county,
      dateIn(style, facts.earlierDischarge),
    ]);
  if (has('mailing address') && facts.poBox !== '')
    rows.push(['Mailing', facts.poBox, cityLine(facts.home), '', 'present']);
  return tableOf(
    ['Type', 'Street', 'City, State ZIP', 'County', 'Until'],
    draw.chance(0.4) ? rows.toReversed() : rows,
  );
}

/** What is paid by whom now, and a plan that has ended. */
export function coverageTable({ facts, words, draw, has, use, style }: Paper): string {
  const { payer, second, ended } = facts;
  use({
    says: {
      'Payers.0.Name': payer.name,
      'Payers.0.Plan': payer.plan,
      'Payers.1.Name': second.name,
      'Payers.1.MemberId': second.member,
      ...(payer.plan === '' ? { 'Patient.Mbi': facts.mbi } : { 'Payers.0.MemberId': payer.member }),
    },
    accepts: { 'Payers.0.MemberId': [payer.member] },
  });
  const from = dateIn(style, '2024-01-01');
  const rows = [
    ['Primary', payer.name, payer.plan, payer.member, from, ''],
    ['Secondary', second.name, '', second.member, from, ''],
  ];
  const old = [
    'Primary',
    ended.name,
    '',
    ended.member,
    dateIn(style, '2019-01-01'),
    dateIn(style, '2023-12-31'),
  ];
  const isFirst = draw.chance(0.5);
  if (has('crossed out') || draw.chance(0.4)) rows.splice(isFirst ? 0 : 2, 0, old);
  return tableOf(
    ['Rank', 'Payer', 'Plan', words.member, 'Effective', draw.pick(['Terminated', 'Term Date'])],
    rows,
  );
}

export function doctorTable({ facts, words, draw, use, has }: Paper): string {
  const { ordering, certifying, pcp, attending } = facts;
  use({
    says: {
      'Clinical.OrderingPractitioner': doctorName(ordering),
      'Clinical.OrderingNpi': ordering.npi,
      'Clinical.CertifyingPractitioner': doctorName(certifying),
      'Clinical.CertifyingNpi': certifying.npi,
    },
  });
  const rows = [
    [words.ordering, doctorName(ordering), ordering.npi, ordering.phone],
    [words.certifying, doctorName(certifying), certifying.npi, certifying.phone],
  ];
  if (has('other physicians')) {
    rows.unshift([words.attending, doctorName(attending), attending.npi, attending.phone]);
    rows.push([words.pcp, doctorName(pcp), pcp.npi, pcp.phone]);
  }
  return tableOf(['Role', draw.pick(['Provider', 'Name']), 'NPI', 'Phone'], rows);
}
