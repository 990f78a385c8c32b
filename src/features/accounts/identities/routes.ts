import { Type } from 'typebox'
import { notFound, unauthenticated } from '#core/problem.ts'
import { createErrorResponses, responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { invalidInvitation } from '../invitations/service.ts'
import { accountSuspended, describeLogin } from '../sign-in.ts'
import { signUpByInvitation } from '../sign-up.ts'
import { reauthenticationNeeded } from '../step-up.ts'
import {
  badGateway,
  foreignAddress,
  foreignRedirect,
  lastLoginMethod,
  linkNeedsSession,
  notConfigured,
  refusedCode,
  refusedCredential,
} from './problems.ts'
import {
  GoogleCredential,
  LoggedInByProvider,
  ProviderPath,
  SignInAnswer,
  SignInBegun,
  SignInMethods,
  SignInStart,
} from './schemas.ts'
import {
  beginSignIn,
  checkRedirectUri,
  completeSignIn,
  showSignInMethods,
  unlinkProvider,
  verifyGoogleCredential,
} from './service.ts'

/** Allows a popup to communicate with the window that opened it. */
const popupsKeepTheirOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' }

export const identityRoutes = routes('Authentication and accounts', [
  route('GET /auth/methods', {
    config: { access: 'public' },
    summary: 'Show how to sign in',
    description: 'What a page with a sign-in shows: the providers, and whether anybody may sign up.',
    response: responds(200, SignInMethods),
    run: showSignInMethods,
  }),
  route('GET /auth/:provider/redirect', {
    config: { access: 'public', limit: 'auth', raw: true, check: checkRedirectUri },
    operationId: 'beginSignIn',
    summary: 'Go to a provider to sign in',
    description:
      'Open it in the browser. The provider redirects to `redirect_uri` with `code` and `state`, which are ' +
      'valid for ten minutes; send both to the callback. `redirect_uri` must be allowed by this service. ' +
      '`link` needs an access token, so a browser begins it with `POST /auth/{provider}/start`.',
    params: ProviderPath,
    query: SignInStart,
    response: {
      302: Type.Null({ description: 'To the provider.' }),
      ...createErrorResponses([403, 404, 422, 429, 500, 502, 503]),
    },
    async handler(request, reply) {
      const { url } = await beginSignIn(request.ctx, request.params.provider, request.query)
      return reply.headers({ 'Cache-Control': 'no-store', ...popupsKeepTheirOpener }).redirect(url, 302)
    },
  }),
  route('POST /auth/:provider/start', {
    config: { access: 'optional', scope: null, limit: 'auth', check: checkRedirectUri },
    operationId: 'prepareSignIn',
    summary: 'Prepare a sign-in without a redirect',
    description:
      'Like the redirect, for a frontend that opens `url` itself. The frontend can then check the `state` ' +
      'of the response. `link` needs an access token, and only the same account can complete it.',
    params: ProviderPath,
    body: SignInStart,
    response: responds(
      200,
      SignInBegun,
      foreignRedirect,
      notFound,
      linkNeedsSession,
      unauthenticated,
      reauthenticationNeeded,
      badGateway,
      notConfigured,
    ),
    run: beginSignIn,
  }),
  route('POST /auth/:provider/callback', {
    // Public, because a sign-in may carry an expired token; the service requires a valid one for linking.
    config: { access: 'public', limit: 'auth', message: describeLogin },
    summary: 'Sign in with the response of a provider',
    description:
      '`login` and `signup` both sign in, or create an account with the given `role`. `link` requires an ' +
      'access token and adds the identity to its account. With `invitation`, the others accept an invitation instead. ' +
      '`action` and `redirect_uri` must equal those of ' +
      'the redirect.',
    params: ProviderPath,
    body: SignInAnswer,
    response: responds(
      200,
      LoggedInByProvider,
      refusedCode,
      invalidInvitation,
      foreignAddress,
      notFound,
      unauthenticated,
      signUpByInvitation,
      reauthenticationNeeded,
      badGateway,
      notConfigured,
    ),
    run: completeSignIn,
  }),
  route('POST /auth/google/verify', {
    config: { access: 'public', limit: 'auth', message: describeLogin },
    summary: 'Sign in with Google Identity Services',
    description:
      'Accepts the ID token as `credential`, `id_token` or `token`. A token with a nonce can be used once; ' +
      'if `nonce` is sent, it must equal the nonce of the token.',
    body: GoogleCredential,
    response: responds(
      200,
      LoggedInByProvider,
      refusedCredential,
      badGateway,
      notConfigured,
      accountSuspended,
      signUpByInvitation,
    ),
    run: verifyGoogleCredential,
  }),
  route('POST /auth/:provider/unlink', {
    config: { access: 'signed-in', scope: null, limit: 'auth', message: 'The provider is unlinked.' },
    summary: 'Unlink a provider from my account',
    description: 'At least one way to sign in must remain.',
    params: ProviderPath,
    response: respondsMessage(notFound, lastLoginMethod, reauthenticationNeeded),
    run: unlinkProvider,
  }),
])
