import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { limitBody } from '../listen-on-loopback.ts';
import { identityPaths, type IdentityContext } from './identity-options.ts';
import { askWhoSignsIn, signInChosenPerson } from './sign-in/authorize.ts';
import { page } from './sign-in/page.ts';
import { signOut } from './sign-in/sign-out.ts';
import { redeemToken } from './tokens/redeem-token.ts';

const formLimit = limitBody(64 * 1024);

/** Serves Entra's addresses of one tenant. */
export function identityApp(context: IdentityContext): Hono {
  const paths = identityPaths(context.tenantId);
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });

  app.get(paths.authorize, (c) => askWhoSignsIn(context, c));
  app.post(paths.authorize, formLimit, (c) => signInChosenPerson(context, c));
  app.get(paths.logout, (c) => signOut(context, c));

  // The pages above are for navigation; only addresses for scripts are open to the app's origin.
  const openToApp = cors({
    origin: [...context.appOrigins],
    allowMethods: ['GET', 'POST'],
    // MSAL adds its own x-client-… headers to some requests.
    allowHeaders: ['*'],
    maxAge: 600,
  });
  for (const path of [paths.token, paths.keys, paths.configuration]) app.use(path, openToApp);
  app.post(paths.token, formLimit, (c) => redeemToken(context, c));
  app.get(paths.keys, (c) => c.json({ keys: [context.key.publicJwk] }));
  app.get(paths.configuration, (c) => c.json(configuration(context)));

  app.notFound((c) =>
    page(c, {
      status: 404,
      title: 'Not found – local identity server',
      main: '<h1>Page not found</h1>',
    }),
  );
  app.onError((error, c) => {
    console.error('Identity server:', error);
    return c.text('The identity server failed; its console says why.', 500);
  });
  return app;
}

function configuration(context: IdentityContext) {
  return {
    ...context.urls,
    response_types_supported: ['code'],
    response_modes_supported: ['fragment', 'query'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  };
}
