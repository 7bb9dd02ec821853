import { askWhoSignsIn, signInChosenPerson } from './sign-in/authorize.ts';
import { json, type Answer, type IdentityRequest } from './exchange.ts';
import { type IdentityContext, identityPaths } from './identity-options.ts';
import { page } from './sign-in/page.ts';
import { redeemToken } from './tokens/redeem-token.ts';
import { signOut } from './sign-in/sign-out.ts';

export async function route(context: IdentityContext, exchange: IdentityRequest): Promise<Answer> {
  const paths = identityPaths(context.tenantId);
  // The pages are for navigation; only what scripts fetch is opened to the app's origin.
  if (![paths.token, paths.keys, paths.configuration].includes(exchange.path))
    return answerPage(context, exchange);
  const answer = await answerScript(context, exchange);
  return { ...answer, headers: { ...answer.headers, ...corsHeaders(context, exchange.origin) } };
}

function corsHeaders(context: IdentityContext, origin: string | undefined): Record<string, string> {
  const isApp = origin !== undefined && context.appOrigins.includes(origin);
  return isApp ? { Vary: 'Origin', 'Access-Control-Allow-Origin': origin } : { Vary: 'Origin' };
}

async function answerPage(context: IdentityContext, exchange: IdentityRequest): Promise<Answer> {
  const paths = identityPaths(context.tenantId);
  switch (`${exchange.method} ${exchange.path}`) {
    case `GET ${paths.authorize}`:
      return askWhoSignsIn(context, exchange);
    case `POST ${paths.authorize}`:
      return signInChosenPerson(context, exchange);
    case `GET ${paths.logout}`:
      return signOut(context, exchange);
    default:
      return page(404, {
        title: 'Not found – local identity server',
        main: '<h1>There is nothing here</h1>',
      });
  }
}

async function answerScript(context: IdentityContext, exchange: IdentityRequest): Promise<Answer> {
  const paths = identityPaths(context.tenantId);
  switch (`${exchange.method} ${exchange.path}`) {
    case `POST ${paths.token}`:
      return redeemToken(context, exchange);
    case `GET ${paths.keys}`:
      return json(200, { keys: [context.key.publicJwk] });
    case `GET ${paths.configuration}`:
      return json(200, configuration(context));
    default:
      return exchange.method === 'OPTIONS' ? preflight : json(404, { error: 'not_found' });
  }
}

const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST',
    // MSAL adds its own x-client-… headers to some requests.
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '600',
  },
  body: '',
};

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
