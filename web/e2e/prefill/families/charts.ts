import {
  authorizationRows,
  clinicalRows,
  doctorRows,
  othersRow,
  payerRows,
  primaryRow,
  servicesRow,
  stayRows,
} from '../care-rows.ts';
import { dateIn, escaped, optionsIn, usDate, type Paper, type Row } from '../paper.ts';
import { agency, allServices } from '../people.ts';
import {
  addressRows,
  agencyLine,
  birthRow,
  choice,
  contactRows,
  doctorName,
  nameIn,
  patientRows,
  phoneRow,
  saysName,
  sexRow,
  sourceRows,
} from '../person-rows.ts';
import { admissionRecord } from './admission-record.ts';
import { headOf, printed, titled, type Family } from './grids.ts';
import { planOfCare } from './plan-of-care.ts';
import { addressTable, contactTable, coverageTable, diagnosisTable, doctorTable, tableOf } from './tables.ts';

/** Papers that systems of hospitals and agencies print: parts of their own, tables, boxes with numbers. */
export const chartFamilies: Record<string, Family> = {
  'face sheet': (paper) => {
    const { facts, words, use } = paper;
    const band = `<div style="background:#ddd;padding:5px 8px"><b style="font-size:1.25em">${escaped(nameIn(paper, facts.patient))}</b> <span class="small">${words.mrn}: ${facts.mrn}</span></div>`;
    use(saysName(facts));
    return [
      headOf(paper) +
        band +
        part(paper, words.patientTitle, [...patientRows(paper), ...addressRows(paper), ...phoneRow(paper)]) +
        titled(paper, words.contactTitle, contactTable(paper)) +
        part(paper, words.payerTitle, payerRows(paper)) +
        part(paper, words.doctorTitle, doctorRows(paper)) +
        part(paper, words.stayTitle, stayRows(paper)) +
        titled(paper, words.clinicalTitle, diagnosisTable(paper)),
    ];
  },
  'plan of care': (paper) => [planOfCare(paper)],
  'admission record': (paper) => [admissionRecord(paper)],
  history: (paper) => [
    `${headOf(paper)}${part(paper, paper.words.patientTitle, [...patientRows(paper), ...phoneRow(paper)])}${titled(paper, 'Address History', addressTable(paper))}${titled(paper, paper.words.payerTitle, coverageTable(paper))}${titled(paper, paper.words.contactTitle, contactTable(paper))}${titled(paper, paper.words.doctorTitle, doctorTable(paper))}${titled(paper, paper.words.clinicalTitle, diagnosisTable(paper))}`,
  ],
  'order sheet': (paper) => [orderSheet(paper)],
  'agency form': (paper) => [agencyForm(paper)],
  'prior authorization': (paper) => [priorAuthorization(paper)],
  'portal print': (paper) => [portalPrint(paper)],
};

/** Labels and values in a grid without lines, the labels bold. */
function part(paper: Paper, title: string, rows: readonly Row[], columns = 2): string {
  const cells = rows.map((row) => {
    const { label, value } = printed(paper, row);
    return `<div class="line" style="display:flex;gap:8px"><b style="min-width:112px">${label}</b><span>${value}</span></div>`;
  });
  return titled(
    paper,
    title,
    `<div style="display:grid;grid-template-columns:repeat(${columns},1fr);gap:0 20px">${cells.join('')}</div>`,
  );
}

/** Orders with the statement of the encounter, and a signature with its date. */
function orderSheet(paper: Paper): string {
  const { facts, words, style, draw, use } = paper;
  const day = (date: string) => dateIn(style, date);
  const rows = [
    { label: words.name, value: nameIn(paper, facts.patient), ...saysName(facts) },
    birthRow(paper),
    sexRow(paper),
    ...addressRows(paper),
    ...phoneRow(paper),
  ];
  use({
    says: {
      'Clinical.FaceToFaceDate': facts.encounter,
      'Clinical.OrderingPractitioner': doctorName(facts.ordering),
      'Clinical.OrderingNpi': facts.ordering.npi,
      'Clinical.Homebound': 'Yes',
      'Clinical.RequestedStart': facts.requested,
    },
    accepts: {
      'Clinical.FaceToFaceBy': [doctorName(facts.ordering)],
      'Clinical.CertifyingPractitioner': [doctorName(facts.ordering)],
      'Clinical.CertifyingNpi': [facts.ordering.npi],
    },
  });
  const services = { ...servicesRow(paper), label: '' };
  const statement = draw.pick([
    `I certify that this ${words.aPatient} is under my care and that I had a face-to-face encounter that meets the requirements on ${day(facts.encounter)}.`,
    `I, or a practitioner working with me, had a face-to-face visit with this ${words.aPatient} on: ${day(facts.encounter)}`,
    `Face-to-face encounter was performed on ${day(facts.encounter)} and was related to the primary reason for home health.`,
  ]);
  const homebound = draw.pick([
    `I certify that the ${words.aPatient} is homebound: leaving home takes a considerable and taxing effort.`,
    `This ${words.aPatient} is confined to the home and needs a walker to leave it.`,
  ]);
  const start = draw.pick([
    `Begin home health on ${day(facts.requested)}.`,
    `Start of care: ${day(facts.requested)}`,
    `Please start services on ${day(facts.requested)}.`,
  ]);
  return `${headOf(paper)}${part(paper, words.patientTitle, rows)}${part(paper, words.clinicalTitle, [primaryRow(paper), othersRow(paper)], 1)}${titled(paper, words.servicesTitle, `<p>${printed(paper, services).value}</p><p>${start}</p>`)}<p>${statement}</p><p>${homebound}</p><p style="margin-top:26px">Signature: ____________________________ Date: ${day(facts.printed)}</p><p>${words.ordering}: ${doctorName(facts.ordering)} &nbsp; ${words.orderingNpi}: ${facts.ordering.npi}</p><p class="small">Fax signed orders to ${agencyLine}, ${agency.fax}</p>`;
}

/** An agency's own form, with boxes to mark. */
function agencyForm(paper: Paper): string {
  const { facts, words, style, use } = paper;
  const mark = (row: Row & { value: readonly { text: string; isMarked: boolean }[] }) =>
    `<div class="line"><b>${escaped(row.label)}</b> ${optionsIn(style, use(row).value)}</div>`;
  const isMedicare = facts.payer.plan === '';
  const kinds = mark({
    label: words.payer,
    value: choice(['Medicare', 'Medicaid', 'Other'], isMedicare ? 'Medicare' : 'Other'),
    ...(isMedicare && { says: { 'Payers.0.Name': 'Medicare' } }),
  });
  const payer = isMedicare
    ? [
        {
          label: words.mbi,
          value: facts.mbi,
          says: { 'Patient.Mbi': facts.mbi },
          accepts: { 'Payers.0.MemberId': [facts.mbi] },
        },
      ]
    : [
        { label: 'Other', value: facts.payer.name, says: { 'Payers.0.Name': facts.payer.name } },
        { label: words.member, value: facts.payer.member, says: { 'Payers.0.MemberId': facts.payer.member } },
      ];
  const marked = allServices.map((service) => ({
    text: service.name,
    isMarked: facts.services.includes(service),
  }));
  return `<div style="text-align:center"><b>${agency.name}</b><div class="small">${agencyLine.slice(agency.name.length + 2)} &nbsp; Phone ${agency.phone} &nbsp; Fax ${agency.fax}</div></div><h1 style="text-align:center">Home Health Referral</h1>${part(paper, words.sourceTitle, sourceRows(paper))}${part(paper, words.patientTitle, [...patientRows(paper).filter(({ label }) => label !== words.sex), ...addressRows(paper), ...phoneRow(paper)])}${mark({ label: words.sex, value: choice(['Male', 'Female'], facts.sex), says: { 'Clinical.Sex': facts.sex } })}${titled(paper, words.payerTitle, kinds)}${part(paper, '', payer)}${part(paper, words.doctorTitle, doctorRows(paper))}${part(paper, words.clinicalTitle, [primaryRow(paper), othersRow(paper)], 1)}${mark({ label: words.homebound, value: choice(['Yes', 'No'], facts.homebound), says: { 'Clinical.Homebound': facts.homebound } })}${mark({ label: words.services, value: marked, says: { Services: facts.services.map(({ name }) => name).join(', ') } })}${part(paper, words.stayTitle, stayRows(paper))}`;
}

/** A plan's answer: what is approved, for whom, asked by whom and given by which agency. */
function priorAuthorization(paper: Paper): string {
  const { facts, words, style, draw } = paper;
  const day = (date: string) => dateIn(style, date);
  const payer =
    facts.payer.plan === ''
      ? { name: 'Bluewater Health', plan: 'Bluewater Medicare PPO', member: 'H41227790' }
      : facts.payer;
  const member: Row[] = [
    { label: words.name, value: nameIn(paper, facts.patient), ...saysName(facts) },
    birthRow(paper),
    { label: words.member, value: payer.member, says: { 'Payers.0.MemberId': payer.member } },
    {
      label: words.plan,
      value: payer.plan,
      says: { 'Payers.0.Plan': payer.plan },
      accepts: { 'Payers.0.Name': [payer.name] },
    },
    ...addressRows(paper),
    ...phoneRow(paper),
  ];
  const requesting: Row[] = [
    {
      label: words.ordering,
      value: doctorName(facts.ordering),
      says: { 'Clinical.OrderingPractitioner': doctorName(facts.ordering) },
    },
    {
      label: words.orderingNpi,
      value: facts.ordering.npi,
      says: { 'Clinical.OrderingNpi': facts.ordering.npi },
    },
    { label: 'Fax', value: facts.ordering.fax },
  ];
  const servicing: Row[] = [
    { label: 'Servicing Provider', value: agency.name },
    { label: 'Address', value: agencyLine.slice(agency.name.length + 2) },
    { label: 'NPI', value: agency.npi },
  ];
  const lines = facts.services.map(({ name, code }) => [
    code,
    name,
    day(facts.authorization.from),
    day(facts.authorization.to),
  ]);
  paper.use({ accepts: { Services: [facts.services.map(({ name }) => name).join(', ')] } });
  const servicingPart = part(paper, 'Servicing Provider Information', servicing);
  const requestingPart = part(paper, words.doctorTitle, requesting);
  return `<b style="font-size:1.3em">${payer.name}</b><div class="small">Member services 1-800-555-0142 &nbsp; PO Box 7000, Hartford, CT 06101</div><h1>${escaped(words.document)}</h1><p>Date: ${day(facts.printed)}</p>${part(paper, words.authTitle, authorizationRows(paper))}${part(paper, words.patientTitle, member)}${draw.chance(0.5) ? servicingPart + requestingPart : requestingPart + servicingPart}${part(paper, words.clinicalTitle, [primaryRow(paper), othersRow(paper)], 1)}${titled(paper, words.servicesTitle, tableOf(['Code', 'Service', 'From', 'To'], lines))}`;
}

/** A referral site's page, saved by the browser: its head, its address at the foot, cards beside each other. */
function portalPrint(paper: Paper): string {
  const { facts, words, draw } = paper;
  const card = (title: string, rows: readonly Row[]) =>
    `<div class="part" style="border:1px solid #bbb;padding:6px 9px;margin:5px 0"><b>${escaped(title)}</b>${rows
      .map((row) => {
        const { label, value } = printed(paper, row);
        return `<div class="line"><div class="small" style="color:#555">${label}</div>${value}</div>`;
      })
      .join('')}</div>`;
  const first = draw.chance(0.5);
  const left = [
    card(words.patientTitle, [...patientRows(paper), ...addressRows(paper), ...phoneRow(paper)]),
    card(words.contactTitle, contactRows(paper)),
  ];
  const right = [
    card(words.sourceTitle, sourceRows(paper)),
    card(words.payerTitle, payerRows(paper)),
    card(words.clinicalTitle, clinicalRows(paper)),
    card(words.servicesTitle, [servicesRow(paper)]),
  ];
  return `<div class="small" style="display:flex;justify-content:space-between"><span>${usDate(facts.printed)}, 3:${draw.between(10, 59)} PM</span><span>Referral #${draw.between(10_000, 99_999)} - Post-Acute Portal</span></div><h1>${escaped(words.document)}</h1><div style="display:grid;grid-template-columns:1fr 1fr;gap:0 14px"><div>${(first ? left : right).join('')}</div><div>${(first ? right : left).join('')}</div></div><div class="small" style="display:flex;justify-content:space-between"><span>https://portal.example/referrals/${draw.between(10_000, 99_999)}</span><span>1/1</span></div>`;
}
