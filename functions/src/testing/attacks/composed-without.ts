import type { Api } from '@handoff/shared/contract/api';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import { createApp, type App } from '../../app.ts';
import { senderLinkHandlers } from '../../features/documents/sender-links/sender-link-handlers.ts';
import type { FileTypeOf } from '../../features/documents/file-type.ts';
import { documentHandlers } from '../../features/documents/document-handlers.ts';
import { asAppError, errorReply } from '../../http/reply.ts';
import { readInput } from '../../http/input/input.ts';
import { routesOf, type Route } from '../../http/routes.ts';
import { callPorts } from '../../writes/call-ports.ts';
import { callSettings } from '../writes.ts';
import { only, withPorts } from '../../http/handlers.ts';

// Each of these composes the product without one of its defenses.

type Create = typeof createApp;

/** Sends answers with only the headers that a browser needs to read them. */
export const withoutHeaders: Create = answering((app) => async (route, request) => {
  const { headers, ...answer } = await app.answer(route, request);
  return { ...answer, headers: { 'Content-Type': headers['Content-Type'] ?? '' } };
});

/** Makes a constant answer again for each caller. */
export const withoutKeptAnswers: Create = answering(
  (app) => (route, request) => app.answer({ ...route }, request),
);

/** Reads the body before the caller is authenticated. */
export const readingFirst: Create = answering((app) => async (route, request) => {
  try {
    const { bytes } = await readInput(route.endpoint, request);
    JSON.parse(Buffer.from(bytes).toString() || 'null');
  } catch (error) {
    return errorReply(asAppError(error), { requestId: '' });
  }
  return app.answer(route, request);
});

/** Reveals numbers without a reason. */
export const withoutReasons: Create = answering(
  (app) => (route, request) => app.answer(withoutReason(route), request),
);

function withoutReason(route: Route): Route {
  const { path } = api.referrals.revealNumbers;
  if (route.mode !== 'read' || route.endpoint.path !== path) return route;
  return { ...route, endpoint: { ...route.endpoint, body: z.object({ Id: z.string() }) } };
}

/** Exports cells as they were typed. */
export const withoutGuardedCells: Create = answering(
  (app) => (route, request) => app.answer(withoutGuard(route), request),
);

function withoutGuard(route: Route): Route {
  if (route.mode !== 'read') return route;
  return {
    ...route,
    file: (output) => {
      const { bytes, ...file } = route.file(output);
      const text = Buffer.from(bytes)
        .toString()
        .replaceAll(/'(?=[=+\-@])/g, '');
      return { ...file, bytes: new TextEncoder().encode(text) };
    },
  };
}

const asWord: FileTypeOf = async () => ({
  extension: 'docx',
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
});

/** Trusts the name of a file for its type. */
export const takingEveryDocument: Create = (platform, settings) => {
  const app = createApp(platform, settings);
  const uploads: Pick<Api, 'services' | 'senderLinks'> = {
    services: api.services,
    senderLinks: api.senderLinks,
  };
  const { read, effect } = callPorts(platform, callSettings);
  const documents = { read: only(read, 'documents'), effect: only(effect, 'documents') };
  const routes = routesOf(uploads, {
    services: withPorts('services', documentHandlers(settings.limits.uploads, asWord), documents),
    senderLinks: withPorts('senderLinks', senderLinkHandlers(settings.limits.uploads, asWord), documents),
  });
  const changed = (route: Route) => routes.find(({ endpoint }) => endpoint === route.endpoint) ?? route;
  return { ...app, answer: (route, request) => app.answer(changed(route), request) };
};

/** Trusts the first bytes of a sender's file. */
export const takingEveryBeginning: Create = (platform, settings) =>
  createApp(platform, {
    ...settings,
    files: { ...settings.files, openableTypeOf: async () => ({ extension: 'tif', type: 'image/tiff' }) },
  });

/** Stores the values of a draft as they were sent. */
export const takingEveryDraft: Create = answering((app) => (route, request) => {
  const { endpoint } = route;
  if (route.mode !== 'atomic' || endpoint.path !== api.drafts.save.path) return app.answer(route, request);
  const body = z.looseObject({ Values: z.string() });
  return app.answer({ ...route, endpoint: { ...route.endpoint, body } }, request);
});

/** Names every sent field in a refusal, under each of them. */
export const namingEveryField: Create = answering((app) => async (route, request) => {
  const answer = await app.answer(route, request);
  if (answer.status !== 400) return answer;
  const names = Object.keys(Object(JSON.parse(Buffer.from(await request.body()).toString())));
  const text = names.map((name) => `${name} is not a field of this call`).join('; ');
  const fields = Object.fromEntries(names.map((name) => [name, text]));
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body.toString()), fields }) };
});

/** Stores the last name of a patient as it was sent. */
export const takingEveryName: Create = answering((app) => (route, request) => {
  const { endpoint } = route;
  if (route.mode !== 'atomic' || endpoint.path !== api.referrals.create.path)
    return app.answer(route, request);
  const body = z
    .looseObject({ Patient: z.looseObject({ LastName: z.string() }) })
    .transform(({ Patient, ...draft }) => {
      const named = { ...draft, Patient: { ...Patient, LastName: 'Sample' } };
      const taken = api.referrals.create.body.parse(named);
      return { ...taken, Patient: { ...taken.Patient, LastName: Patient.LastName } };
    });
  return app.answer({ ...route, endpoint: { ...route.endpoint, body } }, request);
});

/** Treats a UUID in capitals as another key. */
export const withKeysAsSent: Create = answering((app) => (route, request) => {
  const header = (name: string) =>
    name === IDEMPOTENCY_KEY ? request.header(name)?.replaceAll('-', '_') : request.header(name);
  return app.answer(route, { ...request, header });
});

function answering(change: (app: App) => App['answer']): Create {
  return (platform, settings) => {
    const app = createApp(platform, settings);
    return { ...app, answer: change(app) };
  };
}
