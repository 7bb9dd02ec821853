// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleReferral, sampleSettings } from '../../../testing/sample-referrals.ts';
import { type Answer, ok } from '../../../testing/talk-to.ts';
import { SenderLinks } from './sender-links.tsx';

const show = (links: Answer) =>
  renderScreen(<SenderLinks referral={sampleReferral('Adams')} missing={[]} />, [], {
    answers: { '/settings/get': ok(sampleSettings), '/senderlinks/get': links },
  });

test('requests that are not read yet are not said to be none', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await show(ok({ SenderLinks: [] }, arrives));
  await screen.findByRole('heading', { name: 'Document requests' });
  expect(screen.queryByText('Nothing yet.')).toBeNull();
  arrive();
  await screen.findByText('Nothing yet.');
});

test('requests that cannot be read say so and can be read again', async () => {
  await show({ status: 500, body: { code: 'internal', ErrorMessage: 'Something broke.', requestId: 'r' } });
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Nothing yet.')).toBeNull();
});
