import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { DateTime, Paging, withDescription } from '#core/schema.ts'
import { showMe, User } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { endAnnouncedSession } from '../new-devices.ts'
import { passwordsDisabled } from '../password-sign-in.ts'
import { checkPasswordField } from '../passwords.ts'
import { Credentials, LoggedIn, Session, SessionEnd, SignedIn, SignUp } from '../schemas.ts'
import { accountSuspended, describeLogin } from '../sign-in.ts'
import { signUpByInvitation } from '../sign-up.ts'
import { storeConsoleSession } from './console.ts'
import {
  checkNewAddress,
  endSession,
  listSessions,
  logIn,
  logOut,
  logOutEverywhere,
  signUp,
  wrongCredentials,
} from './service.ts'

const ConsoleSession = Type.Object({ expires_at: withDescription(DateTime, 'When it expires.') })

export const sessionRoutes = routes('Authentication and accounts', [
  route('POST /auth/signup', {
    config: {
      access: 'public',
      limit: 'auth',
      message: 'Welcome! Please confirm your e-mail address.',
      check: [checkPasswordField, checkNewAddress],
    },
    summary: 'Create an account',
    description: 'Returns an access token and mails a link that verifies the address.',
    body: SignUp,
    response: responds(201, SignedIn, signUpByInvitation, passwordsDisabled),
    run: signUp,
  }),
  route('POST /auth/login', {
    config: { access: 'public', limit: 'auth', message: describeLogin },
    operationId: 'login',
    summary: 'Sign in with e-mail and password',
    description:
      'After ten failed logins for one e-mail from one IP address, further logins of this combination are refused until ' +
      'ten minutes have passed. An account with a second factor gets no token but a `challenge`.',
    body: Credentials,
    response: responds(200, LoggedIn, wrongCredentials, accountSuspended, passwordsDisabled),
    run: logIn,
  }),
  route('GET /auth/me', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    summary: 'Show my account',
    description: 'All fields of the account the token belongs to. Not counted against the limit of `/auth/*`.',
    response: responds(200, User),
    run: showMe,
  }),
  route('POST /auth/logout', {
    config: {
      access: 'signed-in',
      scope: null,
      beforeSecondFactor: true,
      limit: 'auth',
      message: 'You are signed out.',
    },
    operationId: 'logout',
    summary: 'Sign out',
    description: 'Revokes the access token of this request.',
    response: respondsMessage(),
    run: logOut,
  }),
  route('POST /auth/logout-all', {
    config: {
      access: 'signed-in',
      scope: null,
      beforeSecondFactor: true,
      limit: 'auth',
      message: 'You are signed out everywhere.',
    },
    operationId: 'logoutEverywhere',
    summary: 'Sign out everywhere',
    description: 'Revokes all my access tokens.',
    response: respondsMessage(),
    run: logOutEverywhere,
  }),
  route('POST /auth/sessions/end', {
    config: { access: 'public', limit: 'auth', message: 'The session has ended.' },
    summary: 'End a session by the link in a mail',
    description: 'With the token from the mail about a sign-in from a new device.',
    body: SessionEnd,
    response: respondsMessage(),
    run: endAnnouncedSession,
  }),
  route('GET /auth/sessions', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    summary: 'List where I am signed in',
    description:
      'All my valid access tokens, with the device that received them; `current` marks the token of this request.',
    query: Type.Object(Paging),
    response: respondsPage(Session),
    run: listSessions,
  }),
  route('POST /admin/session', {
    tag: 'Administration',
    config: { access: ['admin'], scope: null, message: 'The session of the console begins.' },
    operationId: 'beginConsoleSession',
    summary: 'Make this session one of the console',
    description: 'It ends after 30 minutes without `PUT /admin/session`, and 12 hours after its sign-in.',
    response: responds(200, ConsoleSession),
    run: storeConsoleSession,
  }),
  route('PUT /admin/session', {
    tag: 'Administration',
    // It is called while the console is used, and changes nothing else.
    config: { access: ['admin'], scope: null, unaudited: true },
    operationId: 'keepConsoleSession',
    summary: 'Keep this session of the console for 30 minutes more',
    description: 'At most until 12 hours after its sign-in.',
    response: responds(200, ConsoleSession),
    run: storeConsoleSession,
  }),
  route('DELETE /auth/sessions/:id', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true, message: 'The session has ended.' },
    summary: 'End one of my sessions',
    description:
      'Revokes its access token immediately; the session of this request can be ended too. Sessions of other users are not found (404).',
    response: respondsMessage(notFound),
    run: endSession,
  }),
])
