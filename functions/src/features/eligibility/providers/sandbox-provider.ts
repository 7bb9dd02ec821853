import type {
  EligibilityProvider,
  EligibilityService,
  Inquiry,
  LookUp,
  ProviderReply,
} from '../../../platform/eligibility-provider.ts';
import { readQuestion, type Asked } from './sandbox-question.ts';
import { sandboxScenario, type SandboxScenario } from './sandbox-scenarios.ts';

const SANDBOX_LABEL = 'SANDBOX, not a Medicare response';

interface SandboxOptions {
  isProduction: boolean;
  /** True when someone explicitly allows demonstrations on the production setup. */
  isAllowedInProduction: boolean;
}

/** Simulates Medicare: real 271 text for the published test numbers, "not found" for all others. */
export function createSandboxProvider(options: SandboxOptions): EligibilityProvider {
  if (options.isProduction && !options.isAllowedInProduction)
    throw new Error('The eligibility sandbox must not answer in production');
  return {
    name: 'sandbox',
    label: SANDBOX_LABEL,
    echoesTrace: true,
    isTest: true,
    ask: async ({ raw270, inquiry }) => answer(raw270, inquiry),
  };
}

/** For local demonstrations and tests. */
export function sandboxService(): EligibilityService {
  const provider = createSandboxProvider({ isProduction: false, isAllowedInProduction: false });
  return { provider, payerId: 'CMS', submitterId: 'HANDOFF' };
}

/** The scenarios depend on the date of service, which a range of dates does not contain. */
function answer(raw270: string, { dateOfService, lookUp }: Inquiry): ProviderReply {
  const question = readQuestion(raw270, dateOfService);
  const asked = question && lookUp ? { ...question, mbi: numberBehind(lookUp, question) } : question;
  if (!asked) return { outcome: 'failed', failure: 'incomplete', reason: 'unreadable270', mayRepeat: false };
  return {
    outcome: 'answered',
    raw271: write271(asked, sandboxScenario(asked)),
    reference: `sandbox-${asked.trace}`,
    label: SANDBOX_LABEL,
  };
}

/** The last two digits of `219-09-99nn` choose the scenario; a lookup by state finds only Ana Sample. */
function numberBehind(lookUp: LookUp, { firstName, lastName }: Asked): string {
  const number = 'Ssn' in lookUp ? /^2190999(\d\d)$/.exec(lookUp.Ssn)?.[1] : undefined;
  const isKnown = 'State' in lookUp && `${firstName} ${lastName}` === 'ANA SAMPLE';
  return number === undefined && !isKnown ? '' : `1EG4TE5MK${number ?? '00'}`;
}

function write271(asked: Asked, story: SandboxScenario): string {
  const day = `20${asked.day}`;
  const body = [
    'ST*271*0001*005010X279A1',
    `BHT*0022*11*${asked.trace}*${day}*${asked.time}`,
    'HL*1**20*1',
    `NM1*PR*2*${asked.payer}*****PI*${asked.payer}`,
    ...levels(asked, story),
  ];
  const blank = ' '.repeat(10);
  const parties = `ZZ*${asked.payer.padEnd(15)}*ZZ*${asked.submitter.padEnd(15)}`;
  const segments = [
    `ISA*00*${blank}*00*${blank}*${parties}*${asked.day}*${asked.time}*^*00501*${asked.control}*0*T*|`,
    `GS*HB*${asked.payer}*${asked.submitter}*${day}*${asked.time}*1*X*005010X279A1`,
    ...body,
    `SE*${body.length + 1}*0001`,
    'GE*1*1',
    `IEA*1*${asked.control}`,
  ];
  return `${segments.join('~\n')}~\n`;
}

/** A rejection ends the answer at the rejected level. */
function levels(asked: Asked, story: SandboxScenario): string[] {
  if (story.payer) return [story.payer];
  const provider = ['HL*2*1*21*1', `NM1*1P*2*${asked.agencyName}*****XX*${asked.npi}`];
  if (story.provider) return [...provider, story.provider];
  return [
    ...provider,
    'HL*3*2*22*0',
    `TRN*2*${asked.trace}*${asked.originator}`,
    `NM1*IL*1*${asked.lastName}*${asked.firstName}${asked.mbi && `****MI*${asked.mbi}`}`,
    ...(story.subscriber ? [story.subscriber] : []),
    `DMG*D8*${asked.birthDate}`,
    `DTP*307*${asked.dates}`,
    ...(story.lines ?? []),
  ];
}
