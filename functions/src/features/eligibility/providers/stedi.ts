import { compact } from '../x12/calendar.ts';
import { readReply } from '../x12/transaction.ts';
import { cleanName } from '../x12/write-270.ts';
import * as z from 'zod';
import { isPublicAddress } from '../../../platform/public-address.ts';
import type {
  EligibilityProvider,
  LookUp,
  ProviderQuestion,
  ProviderReply,
} from '../../../platform/eligibility-provider.ts';

interface StediOptions {
  /** Undefined while there is no account: then every check says so. */
  apiKey: string | undefined;
  /** `https://healthcare.us.stedi.com` */
  baseUrl: string;
  /** Stedi's id of the payer: `CMS`. */
  payerId: string;
  /** The network, which a feature has from its host only. */
  fetch: typeof globalThis.fetch;
  timeoutMs?: number;
}

type Failed = Extract<ProviderReply, { outcome: 'failed' }>;

const PATH = '/2024-04-01/change/medicalnetwork/eligibility/v3';
/** Two attempts and a pause must fit into the lease of the request. */
const TIMEOUT_MS = 40_000;
const TEST_LABEL = 'TEST response from Stedi, not a Medicare response';

/** Asks Medicare through Stedi's clearinghouse: JSON to it, the payer's own X12 back. */
export function createStediProvider(options: StediOptions): EligibilityProvider {
  const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS } = options;
  const url = new URL(PATH, baseUrl);
  return {
    name: 'stedi',
    label: null,
    // Stedi writes its own 270, with its own trace.
    echoesTrace: false,
    isTest: false,
    async ask(question) {
      if (!apiKey) return failed('notConfigured', 'noKey');
      try {
        const response = await options.fetch(url, {
          method: 'POST',
          headers: headersOf(apiKey, question.callerAddresses),
          body: JSON.stringify(bodyOf(question, options.payerId)),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return replyOf(response.status, await response.text());
      } catch (error) {
        return noResponse(error);
      }
    },
  };
}

function headersOf(apiKey: string, callerAddresses: readonly string[]): Record<string, string> {
  // CMS refuses a chain with an address that it cannot locate in the US; private addresses have no location.
  const chain = callerAddresses.filter(isPublicAddress);
  return {
    authorization: apiKey,
    'content-type': 'application/json',
    ...(chain.length > 0 && { 'x-forwarded-for': chain.join(', ') }),
  };
}

function bodyOf(question: ProviderQuestion, payerId: string) {
  const { inquiry, agency, patientId, serviceTypes } = question;
  return {
    tradingPartnerServiceId: inquiry.lookUp ? lookUpPayerOf(inquiry.lookUp) : payerId,
    externalPatientId: patientId,
    provider: { organizationName: acceptedName(agency.name, 60) || agency.npi, npi: agency.npi },
    subscriber: {
      ...(inquiry.lookUp ? lookedUpBy(inquiry.lookUp) : { memberId: inquiry.mbi }),
      firstName: acceptedName(inquiry.firstName, 35),
      lastName: acceptedName(inquiry.lastName, 60),
      dateOfBirth: compact(inquiry.birthDate),
    },
    encounter: { serviceTypeCodes: serviceTypes, ...datesOf(question) },
  };
}

/** Stedi's "MBI lookup" is an entire check at its own payer, and an agency is enrolled with each one separately. */
const lookUpPayerOf = (lookUp: LookUp) => ('Ssn' in lookUp ? 'MBILU' : 'MBILUNOSSN');

const lookedUpBy = (lookUp: LookUp) =>
  'Ssn' in lookUp ? { ssn: lookUp.Ssn } : { address: { state: lookUp.State } };

/** Stedi refuses a colon in a value, because it separates components in the X12 that it writes. */
const acceptedName = (name: string, most: number) => cleanName(name.replaceAll(':', ' '), most);

/** The payer assumes today without a date; a range is given by both ends. */
function datesOf({ range, isForToday }: ProviderQuestion) {
  const [beginningDateOfService, endDateOfService] = [compact(range.from), compact(range.to)];
  if (beginningDateOfService !== endDateOfService) return { beginningDateOfService, endDateOfService };
  return isForToday ? {} : { dateOfService: beginningDateOfService };
}

const Errors = z.array(z.object({ code: z.string() }).catch({ code: '' })).catch([]);
const Party = z.object({ aaaErrors: Errors }).catch({ aaaErrors: [] });

/** A lenient schema: only `x12` must be valid, and that is parsed elsewhere. */
const Answer = z.object({
  x12: z.string().catch(''),
  id: z.string().catch(''),
  meta: z
    .object({ applicationMode: z.string().catch(''), traceId: z.string().catch('') })
    .catch({ applicationMode: '', traceId: '' }),
  errors: Errors,
  payer: Party,
  provider: Party,
  subscriber: Party,
});
type Answer = z.infer<typeof Answer>;

/** A rejection may arrive with status 200 or 400, so the X12 is read first, whatever the status. */
function replyOf(status: number, text: string): ProviderReply {
  const answer = parseAnswer(text);
  if (!answer) return withoutAnswer(status, 'notJson');
  const reference = answer.id || answer.meta.traceId;
  const label = answer.meta.applicationMode === 'test' ? TEST_LABEL : null;
  const kind = readReply(answer.x12).kind;
  if (kind === '271') return { outcome: 'answered', raw271: answer.x12, reference, label };

  const codes = rejectionCodes(answer);
  const isAnswered = status === 200 || status === 400;
  if (isAnswered && codes.length > 0) return { outcome: 'rejected', codes, reference, label };
  if (status === 200 && kind === 'acknowledgement')
    return { outcome: 'answered', raw271: answer.x12, reference, label };
  return withoutAnswer(status, answer.x12 === '' ? 'noX12' : 'no271');
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Only AAA codes have two characters; Stedi's own codes are words. */
function rejectionCodes({ errors, payer, provider, subscriber }: Answer): string[] {
  const all = [payer.aaaErrors, provider.aaaErrors, subscriber.aaaErrors, errors].flat();
  return [...new Set(all.map(({ code }) => code).filter((code) => /^[A-Z0-9]{2}$/.test(code)))];
}

function withoutAnswer(status: number, reason: string): Failed {
  if (status === 200) return failed('incomplete', reason);
  if (status === 429 || status === 503) return { ...failed('retry', `status${status}`), mayRepeat: true };
  // Any other 5xx may have been processed, and a second inquiry would be charged.
  if (status >= 500) return failed('retry', `status${status}`);
  // Their firewall answers 403, too: for an address outside the US, a key, or an enrollment.
  return failed('configuration', `status${status}`);
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const Cause = z.object({ cause: z.object({ code: z.string() }) });

function noResponse(error: unknown): Failed {
  if (error instanceof Error && error.name === 'TimeoutError') return failed('retry', 'timeout');
  const code = Cause.safeParse(error).data?.cause.code ?? 'noResponse';
  return { ...failed('retry', code), mayRepeat: neverSent.has(code) };
}

function failed(failure: Failed['failure'], reason: string): Failed {
  return { outcome: 'failed', failure, reason, mayRepeat: false };
}
