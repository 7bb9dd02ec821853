import { clinicalRows, doctorRows, payerRows, saysDiagnoses, servicesRow } from '../care-rows.ts';
import { dateIn, escaped, longDate, pronouns, said, type Paper, type Row } from '../paper.ts';
import { agency, refusedOf } from '../people.ts';
import {
  addressRows,
  agencyLine,
  birthRow,
  cityLine,
  doctorName,
  nameIn,
  patientRows,
  phoneRow,
  saysName,
  sexRow,
} from '../person-rows.ts';
import { letterheadOf, printed, titled, type Family } from './grids.ts';
import { letter } from './letter.ts';
import { tableOf } from './tables.ts';

/** Papers that say things in sentences, or in lines that a person typed. */
export const proseFamilies: Record<string, Family> = {
  letter: (paper) => [letter(paper)],
  'discharge summary': (paper) => [dischargeSummary(paper)],
  'cover sheet and form': (paper) => [coverSheet(paper), shortForm(paper)],
  'e-mail': (paper) => [mail(paper)],
};

/** A hospital's summary: a head with the stay, then headings with lists and paragraphs. */
function dischargeSummary(paper: Paper): string {
  const { facts, words, style, has, use, draw } = paper;
  const { She, she } = pronouns(paper);
  const day = (date: string) => dateIn(style, date);
  const name = draw.chance(0.5)
    ? nameIn(paper, facts.patient)
    : nameIn({ style: { ...style, isLastNameFirst: true } }, facts.patient);
  use(saysName(facts));
  use({
    says: {
      'Patient.DateOfBirth': facts.born,
      'Clinical.Sex': facts.sex,
      'Clinical.DischargeDate': facts.printed,
      ...saysDiagnoses(facts),
      Services: facts.services.map(({ name: service }) => service).join(', '),
      'Clinical.OrderingPractitioner': doctorName(facts.ordering),
    },
    accepts: {
      'Source.Organization': [facts.facility.name],
      'Clinical.Facility': [facts.facility.name],
      'Clinical.CertifyingPractitioner': [doctorName(facts.pcp)],
    },
  });
  const head = tableOf(
    [words.name, words.birth, words.sex, words.mrn],
    [[escaped(name), day(facts.born), facts.sex, facts.mrn]],
    draw.chance(0.5),
  );
  const stay = [
    `${words.admitted}: ${day(facts.admitted)}`,
    ...(has('other dates') ? [`${words.earlierDischarge}: ${day(facts.earlierDischarge)}`] : []),
    `${said(paper, 'Discharge Date', 'Date of Discharge', 'Discharged')}: ${day(facts.printed)}`,
    `${words.attending}: ${doctorName(facts.attending)}`,
  ];
  const listed = facts.others.map(({ code, text }) => `<li>${escaped(text)} (${code})</li>`).join('');
  const suspected = has('ruled out')
    ? ` A scan showed no sign of ${facts.ruledOut.text.toLowerCase()}; r/o ${facts.ruledOut.code} was closed.`
    : '';
  const past = has('history')
    ? `<p><b>Past Medical History:</b> ${facts.past.text} (${facts.past.code}), treated in 2011.</p>`
    : '';
  const no = has('refused services')
    ? ` ${She} declined ${refusedOf(facts)?.name.toLowerCase() ?? 'an aide'}.`
    : '';
  const services = facts.services.map(({ name: service }) => service).join(', ');
  const course = `${She} came to the emergency department with weakness for three days. ${facts.primary.text} was found and treated, and ${she} could walk 40 feet with a walker on the day before discharge.${suspected}`;
  return `${letterheadOf(paper)}<h1>${said(paper, 'Discharge Summary', 'DISCHARGE SUMMARY', 'Hospital Discharge Summary')}</h1>${head}<p>${stay.join('<br>')}</p>${titled(paper, said(paper, 'Principal Diagnosis', 'Primary Diagnosis', 'Primary Discharge Diagnosis'), `<p>${escaped(facts.primary.text)} (${facts.primary.code})</p>`)}${titled(paper, said(paper, 'Secondary Diagnoses', 'Other Diagnoses', 'Comorbidities'), `<ol style="margin:2px 0">${listed}</ol>`)}${titled(paper, 'Hospital Course', `<p>${escaped(course)}</p>${past}`)}${titled(paper, 'Disposition', `<p>Home with home health. Follow up with ${doctorName(facts.pcp)} (PCP) in one week.</p>`)}${titled(paper, said(paper, 'Home Health Orders', 'Orders for Home Care', 'Home Care Orders'), `<p>${words.services}: ${services}.${no}</p><p>${words.ordering}: ${doctorName(facts.ordering)}</p>`)}<p class="small">Electronically signed by ${doctorName(facts.attending)} on ${day(facts.printed)}</p>`;
}

function coverSheet(paper: Paper): string {
  const { facts, words, use, draw, has, style } = paper;
  const { facility, sender } = facts;
  use({
    says: {
      'Source.Organization': facility.name,
      'Source.ContactName': sender.name,
      'Source.Phone': sender.phone,
    },
    accepts: { 'Clinical.Facility': [facility.name] },
  });
  const isInitials = draw.chance(0.5);
  const subject = isInitials
    ? `New referral, ${facts.patient.first.charAt(0)}.${facts.patient.last.charAt(0)}.`
    : `New referral, ${nameIn(paper, facts.patient)}`;
  const left = [
    ['To', `${agency.name} Intake`],
    ['Fax', agency.fax],
    ['Phone', agency.phone],
  ];
  const right = [
    [
      'From',
      said(
        paper,
        `${sender.name}, ${facility.name}`,
        `${facility.name}, ${sender.name}`,
        `${sender.name}<br>${facility.name}`,
      ),
    ],
    ['Phone', sender.phone],
    ['Fax', facility.fax],
  ];
  const lines = (rows: readonly (readonly string[])[]) =>
    rows
      .map(
        ([label = '', value = '']) => `<div class="line"><b>${label}${style.colon || ':'}</b> ${value}</div>`,
      )
      .join('');
  const both = draw.chance(0.5)
    ? `<div style="display:grid;grid-template-columns:1fr 1fr"><div>${lines(left)}</div><div>${lines(right)}</div></div>`
    : lines(right) + lines(left);
  const own = has('address of the sender')
    ? `<p class="small">${facility.street}, ${cityLine(facility)}</p>`
    : '';
  return `<h1 style="font-size:2em">${draw.pick(['FAX', 'Fax Transmittal', 'FACSIMILE COVER SHEET'])}</h1>${own}${both}<div class="line"><b>Date:</b> ${dateIn(style, facts.printed)}</div><div class="line"><b>Pages:</b> 2</div><div class="line"><b>Re:</b> ${escaped(subject)}</div><p>${said(paper, `Please see the attached referral for a ${words.aPatient} who goes home soon.`, 'Referral attached. Kindly confirm receipt.', 'Attached please find orders and demographics.')}</p><p class="small" style="margin-top:200px">CONFIDENTIAL: This fax is for the named recipient only. If you received it in error, call ${sender.phone} at once and destroy it.</p>`;
}

function shortForm(paper: Paper): string {
  const { words, draw } = paper;
  const lines = (rows: readonly Row[]) =>
    rows
      .map((row) => {
        const { label, value } = printed(paper, row);
        return `<div class="line">${label} ${value}</div>`;
      })
      .join('');
  const blocks = [
    titled(
      paper,
      words.patientTitle,
      lines([...patientRows(paper), ...addressRows(paper), ...phoneRow(paper)]),
    ),
    titled(paper, words.payerTitle, lines(payerRows(paper))),
    titled(paper, words.doctorTitle, lines(doctorRows(paper))),
    titled(paper, words.clinicalTitle, lines(clinicalRows(paper))),
    ...(draw.chance(0.6) ? [titled(paper, words.servicesTitle, lines([servicesRow(paper)]))] : []),
  ];
  return `<h1>${escaped(words.document)}</h1>${blocks.join('')}`;
}

/** A mail as a program prints it, with what a case manager typed. */
function mail(paper: Paper): string {
  const { facts, words, draw, use, has, style } = paper;
  const { facility, sender, patient } = facts;
  const mailbox = `${sender.name.toLowerCase().replace(' ', '.')}@hospital.example`;
  use({
    says: {
      'Source.Organization': facility.name,
      'Source.ContactName': sender.name,
      'Source.Phone': sender.phone,
    },
    accepts: { 'Clinical.Facility': [facility.name] },
  });
  const rows: Row[] = [
    { label: words.name, value: nameIn(paper, patient), ...saysName(facts) },
    birthRow(paper),
    sexRow(paper),
    ...addressRows(paper),
    ...phoneRow(paper),
    ...payerRows(paper),
    ...doctorRows(paper).slice(0, 4),
    ...clinicalRows(paper).slice(0, 3),
    servicesRow(paper),
    {
      label: words.discharge,
      value: dateIn(style, facts.discharge),
      says: { 'Clinical.DischargeDate': facts.discharge },
    },
  ];
  const bullet = draw.pick(['', '- ', '• ']);
  const lines = rows.map((row) => {
    const { label, value } = printed(paper, row);
    return `${bullet}${label.replace(/ ?:?$/, ':')} ${value}`;
  });
  const own = has('address of the sender') ? `<br>${facility.street}, ${cityLine(facility)}` : '';
  const quoted = has('address of the agency')
    ? `<p>&gt; ${agencyLine}<br>&gt; Please send us the face sheet.</p>`
    : '';
  return `<div style="border-bottom:1px solid #888;padding-bottom:5px"><b>From:</b> ${sender.name} &lt;${mailbox}&gt;<br><b>Sent:</b> ${longDate(facts.printed)} 9:${draw.between(10, 59)} AM<br><b>To:</b> Intake &lt;intake@harbor.example&gt;<br><b>Subject:</b> ${said(paper, 'Home care referral', 'New patient for you', 'Referral - please confirm')}</div><p>${said(paper, 'Good morning,', 'Hi team,', 'Hello,')}</p><p>${said(paper, `We have a ${words.aPatient} for you:`, 'Can you take this one? Details below.', 'Please see below.')}</p><p>${lines.join('<br>')}</p><p>${said(paper, 'Thanks,', 'Thank you!', 'Best,')}<br>${sender.name}, ${sender.title}<br>${facility.name}${own}<br>Tel ${sender.phone}</p>${quoted}`;
}
