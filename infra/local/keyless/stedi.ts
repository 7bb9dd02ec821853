import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { sandboxService } from '@handoff/functions/features/eligibility/providers/sandbox-provider';
import { write270 } from '@handoff/functions/features/eligibility/x12/write-270';
import {
  documented,
  EligibilityCheck,
  refusalOf,
} from '@handoff/functions/testing/eligibility/stedi-contract';
import type * as z from 'zod';

const PATH = '/2024-04-01/change/medicalnetwork/eligibility/v3';

/**
 * Stedi according to its document: its own key instead of a token, JSON around X12. Behind it the sandbox plays
 * Medicare.
 */
export function createStedi(apiKey: string) {
  const asked: z.infer<typeof EligibilityCheck>[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request);
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (request.headers.authorization !== apiKey) return void answer(403, { message: 'Forbidden' });
    if (request.method !== 'POST' || request.url !== PATH) return void answer(404, { message: 'Not Found' });
    const refusal = refusalOf(body);
    if (refusal) return void answer(refusal.status, refusal.body);
    const check = EligibilityCheck.parse(body);
    asked.push(check);
    answer(200, documented(await medicareAnswer(check)));
  }

  const listener: RequestListener = (request, response) =>
    void serve(request, response).catch(() => response.destroy());
  return { asked, listener };
}

/** Stedi writes the 270 itself. */
async function medicareAnswer(check: z.infer<typeof EligibilityCheck>): Promise<string | undefined> {
  const { subscriber, provider, encounter = {} } = check;
  const today = new Date().toISOString().slice(0, 10);
  const range = {
    from: isoDay(encounter.beginningDateOfService ?? encounter.dateOfService) ?? today,
    to: isoDay(encounter.endDateOfService ?? encounter.dateOfService) ?? today,
  };
  const shared = {
    inquiry: {
      firstName: subscriber.firstName,
      lastName: subscriber.lastName,
      birthDate: isoDay(subscriber.dateOfBirth) ?? '',
      mbi: subscriber.memberId ?? '',
      category: 'Home Care' as const,
      dateOfService: today,
    },
    range,
    agency: { name: provider.organizationName, npi: provider.npi },
    serviceTypes: encounter.serviceTypeCodes ?? ['30'],
  };
  const raw270 = write270({
    ...shared,
    payerId: check.tradingPartnerServiceId,
    submitterId: 'STEDI',
    trace: 'OFSTEDI',
    controlNumber: 1,
    isTest: false,
    at: new Date(),
  });
  const ids = { checkId: 'of Stedi', patientId: check.externalPatientId ?? '' };
  const question = { ...shared, ...ids, raw270, isForToday: false, callerAddresses: [] };
  const reply = await sandboxService().provider.ask(question);
  return reply.outcome === 'answered' ? reply.raw271 : undefined;
}

const isoDay = (digits: string | undefined) => digits?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
