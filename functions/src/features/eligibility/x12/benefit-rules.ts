import {
  allLines,
  dateOf,
  datedLines,
  entitiesOf,
  messagesOf,
  procedureOf,
  type BenefitGroup,
  type DatedLine,
} from './benefit-group.ts';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { CareProvider } from '@handoff/shared/domain/eligibility/result';
import { maskMbisIn } from '@handoff/shared/domain/person/identifiers';
import type { Facts } from './facts.ts';
import { at } from '@handoff/shared/domain/eligibility/x12';

// These are maps, because a hostile element such as `constructor` is a key of every object.
const partOf = new Map<string, 'A' | 'B'>([
  ['MA', 'A'],
  ['MB', 'B'],
]);
const assistanceOf = new Map<string, 'QMB' | 'Medicaid'>([
  ['QM', 'QMB'],
  ['MC', 'Medicaid'],
]);
/** True for service type 30, or for none as in the older style `EB*1*IND**MA`. */
function isAboutPlan({ serviceTypes }: BenefitGroup): boolean {
  return serviceTypes.length === 0 || serviceTypes.includes('30');
}

export function readEntitlement(group: BenefitGroup, facts: Facts): boolean {
  const part = partOf.get(group.insurance);
  // A line with a procedure is about that procedure only.
  if (!part || !isAboutPlan(group) || procedureOf(group.eb)) return false;
  const lines = datedLines(group, ['291', '307']);
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'active' as const })));
  return true;
}

export function readInactivity(group: BenefitGroup, facts: Facts): boolean {
  const insurance = group.insurance;
  const part = insurance === '' ? ('any' as const) : partOf.get(insurance);
  if (!part || !isAboutPlan(group)) return false;
  const lines = datedLines(group, ['307', '291']).map((line) => sinceTheEnd(line, group));
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'inactive' as const })));
  return true;
}

/** An inactive line with only an end (347) means that the entitlement ended then, not that it is barred until then. */
function sinceTheEnd(line: DatedLine, group: BenefitGroup): DatedLine & { isEnd: boolean } {
  const end = line.period?.from === undefined ? line.period?.to : undefined;
  const isEnd = end !== undefined && dateOf(group, ['347', '349', '357']) === end;
  return isEnd ? { ...line, period: { from: addDays(end, 1) }, isEnd } : { ...line, isEnd };
}

export function readHospice(group: BenefitGroup, facts: Facts): boolean {
  if (!group.serviceTypes.includes('45')) return false;
  const Providers = providersOf(group);
  const code = messagesOf(group)
    .map((message) => /revocation\D{0,40}(\d)/i.exec(message)?.[1])
    .find((digit) => digit !== undefined);
  // After a transfer the last provider named is in charge.
  const Npi = Providers.at(-1)?.Npi ?? '';
  const IsRevoked = code === undefined ? null : code !== '0';
  const lines = datedLines(group, ['292']);
  facts.hospice.push(...lines.map((line) => ({ ...line, Npi, IsRevoked, Providers })));
  return true;
}

function providersOf(group: BenefitGroup): CareProvider[] {
  const named = namedProviders(group);
  const [only = noProvider] = named;
  const isNumbered = named.some(({ Npi, ProviderNumber }) => Npi !== '' || ProviderNumber !== '');
  const numbered = isNumbered ? [] : numberedProviders(group);
  return numbered.length > 0 ? numbered.map((each) => ({ ...each, Name: only.Name })) : named;
}

/** `PRV*HH*HPI*1999999984`: the 4010 guide has the number of an agency apart from its name. */
function numberedProviders({ rows }: BenefitGroup): CareProvider[] {
  const own = rows.filter((row) => row.id === 'PRV' && ['HH', 'H'].includes(at(row, 1)));
  return own.flatMap((row) => {
    const id = at(row, 3).trim();
    if (id === '' || at(row, 2) === TAXONOMY) return [];
    return [at(row, 2) === 'HPI' ? { ...noProvider, Npi: id } : { ...noProvider, ProviderNumber: id }];
  });
}

const TAXONOMY = 'ZZ';

function namedProviders(group: BenefitGroup): CareProvider[] {
  return entitiesOf(group)
    .filter(({ code }) => code === '1P')
    .map(({ name, idKind, id }) => ({
      Npi: idKind === 'SV' ? '' : id,
      ProviderNumber: idKind === 'SV' ? id : '',
      Name: name,
    }));
}

const noProvider: CareProvider = { Npi: '', ProviderNumber: '', Name: '' };

export function readHospicePeriodsUsed({ eb, serviceTypes }: BenefitGroup, facts: Facts): boolean {
  if (!serviceTypes.includes('45') || at(eb, 9) !== '99') return false;
  const used = Number(at(eb, 10));
  if (at(eb, 10) === '' || !Number.isFinite(used)) return false;
  facts.hospicePeriodsUsed = used;
  return true;
}

export function readHomeHealth(group: BenefitGroup, facts: Facts): boolean {
  if (!group.serviceTypes.includes('42') || procedureOf(group.eb)) return false;
  const contractor = entitiesOf(group).find(({ code }) => code === 'PR');
  const { Name: Agency, ...numbers } = providersOf(group).at(-1) ?? noProvider;
  const same = {
    ...numbers,
    Agency,
    Contractor: contractor?.name ?? '',
    ContractorId: contractor?.id ?? '',
    AdmittedOn: dateOf(group, ['435']) ?? null,
    FirstBilled: dateOf(group, ['193']) ?? null,
    LastBilled: dateOf(group, ['194']) ?? null,
  };
  const lines = datedLines(group, ['472']).map((line) => {
    const isUndated = line.period === undefined && !line.isDateUnreadable;
    return { ...line, ...(isUndated && { period: billedPeriod(group) }), ...same };
  });
  facts.homeHealth.push(...lines);
  return true;
}

const CERTIFICATION_DAYS = 60;

/** For a line with billed dates only: a certification lasts at least 60 days from the first service. */
function billedPeriod(group: BenefitGroup): DatedLine['period'] {
  const [first, last] = [dateOf(group, ['193', '194']), dateOf(group, ['194'])];
  if (first === undefined) return undefined;
  const certified = addDays(first, CERTIFICATION_DAYS - 1);
  return { from: first, to: last !== undefined && last > certified ? last : certified };
}

/** `XX` and a code of X's: certification or recertification, masked by the publisher of the answer. */
const MASKED = 'XX';

export function readCertification(group: BenefitGroup, facts: Facts): boolean {
  const { qualifier, code } = procedureOf(group.eb) ?? {};
  if (code === undefined || (qualifier !== 'HC' && qualifier !== MASKED)) return false;
  const isMasked = qualifier === MASKED && /^X*$/.test(code);
  if (!isMasked && !certificationTexts.has(code)) return false;
  facts.certifications.push({
    Code: isMasked ? '' : code,
    Text: certificationTexts.get(code) ?? 'Home health certification or recertification',
    Date: dateOf(group, ['193']) ?? null,
    Segment: maskMbisIn(allLines(group)),
  });
  return true;
}

const certificationTexts = new Map([
  ['G0179', 'Home health recertification'],
  ['G0180', 'Home health certification'],
]);

export function readKidneyDisease(group: BenefitGroup, facts: Facts): boolean {
  const isRenal = group.serviceTypes.some((type) => type === '14' || type === '15');
  if (!isRenal) return false;
  facts.kidneyDisease.push({
    Start: dateOf(group, ['356']) ?? null,
    // The 4010 guide has no discharge (096), but a completion.
    Transplant: dateOf(group, ['096']) ?? dateOf(group, ['198']) ?? null,
    Segment: maskMbisIn(allLines(group)),
  });
  return true;
}

export function readAssistance(group: BenefitGroup, facts: Facts): boolean {
  const Kind = assistanceOf.get(group.insurance);
  if (!Kind) return false;
  const lines = datedLines(group, ['290', '291', '307']);
  facts.assistance.push(...lines.map((line) => ({ ...line, Kind, Plan: at(group.eb, 5) })));
  return true;
}

/** `EB*V`: the inquiry could not be processed. One for a single benefit among others is shown to people. */
export function readFailure(group: BenefitGroup, facts: Facts): boolean {
  facts.processingFailure = allLines(group);
  const isRejected = facts.rejections.length > 0;
  return isRejected || group.eb.elements.slice(2).every((element) => element === '');
}
