import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { DateTime, ids, Paging, withDescription } from '#core/schema.ts'
import { showMe, User } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Authentication and accounts']

const ConsoleSession = Type.Object({ expires_at: withDescription(DateTime, 'When it expires.') })

export const sessionRoutes: Routes = (app) => {
  app.post('/auth/signup', {
    config: {
      access: 'public',
      limit: 'auth',
      message: 'Welcome! Please confirm your e-mail address.',
      check: [checkPasswordField, checkNewAddress],
    },
    schema: {
      operationId: 'signUp',
      summary: 'Create an account',
      description: 'Returns an access token and mails a link that verifies the address.',
      tags,
      body: SignUp,
      response: responds(201, SignedIn, signUpByInvitation, passwordsDisabled),
    },
    handler: (request) => signUp(request.ctx, request.body),
  })

  app.post('/auth/login', {
    config: { access: 'public', limit: 'auth', message: describeLogin },
    schema: {
      operationId: 'login',
      summary: 'Sign in with e-mail and password',
      description:
        'After ten failed logins for one e-mail from one IP address, further logins of this combination are refused until ' +
        'ten minutes have passed. An account with a second factor gets no token but a `challenge`.',
      tags,
      body: Credentials,
      response: responds(200, LoggedIn, wrongCredentials, accountSuspended, passwordsDisabled),
    },
    handler: (request) => logIn(request.ctx, request.body),
  })

  app.get('/auth/me', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    schema: {
      operationId: 'showMe',
      summary: 'Show my account',
      description: 'All fields of the account the token belongs to. Not counted against the limit of `/auth/*`.',
      tags,
      response: responds(200, User),
    },
    handler: (request) => showMe(request.ctx),
  })

  app.post('/auth/logout', {
    config: {
      access: 'signed-in',
      scope: null,
      beforeSecondFactor: true,
      limit: 'auth',
      message: 'You are signed out.',
    },
    schema: {
      operationId: 'logout',
      summary: 'Sign out',
      description: 'Revokes the access token of this request.',
      tags,
      response: respondsMessage(),
    },
    handler: (request) => logOut(request.ctx),
  })

  app.post('/auth/logout-all', {
    config: {
      access: 'signed-in',
      scope: null,
      beforeSecondFactor: true,
      limit: 'auth',
      message: 'You are signed out everywhere.',
    },
    schema: {
      operationId: 'logoutEverywhere',
      summary: 'Sign out everywhere',
      description: 'Revokes all my access tokens.',
      tags,
      response: respondsMessage(),
    },
    handler: (request) => logOutEverywhere(request.ctx),
  })

  app.post('/auth/sessions/end', {
    config: { access: 'public', limit: 'auth', message: 'The session has ended.' },
    schema: {
      operationId: 'endAnnouncedSession',
      summary: 'End a session by the link in a mail',
      description: 'With the token from the mail about a sign-in from a new device.',
      tags,
      body: SessionEnd,
      response: respondsMessage(),
    },
    handler: (request) => endAnnouncedSession(request.ctx, request.body),
  })

  app.get('/auth/sessions', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    schema: {
      operationId: 'listSessions',
      summary: 'List where I am signed in',
      description:
        'All my valid access tokens, with the device that received them; `current` marks the token of this request.',
      tags,
      querystring: Type.Object(Paging),
      response: respondsPage(Session),
    },
    handler: (request) => listSessions(request.ctx, request.query),
  })

  app.post('/admin/session', {
    config: { access: ['admin'], scope: null, message: 'The session of the console begins.' },
    schema: {
      operationId: 'beginConsoleSession',
      summary: 'Make this session one of the console',
      description: 'It ends after 30 minutes without `PUT /admin/session`, and 12 hours after its sign-in.',
      tags: ['Administration'],
      response: responds(200, ConsoleSession),
    },
    handler: (request) => storeConsoleSession(request.ctx),
  })

  app.put('/admin/session', {
    // It is called while the console is used, and changes nothing else.
    config: { access: ['admin'], scope: null, unaudited: true },
    schema: {
      operationId: 'keepConsoleSession',
      summary: 'Keep this session of the console for 30 minutes more',
      description: 'At most until 12 hours after its sign-in.',
      tags: ['Administration'],
      response: responds(200, ConsoleSession),
    },
    handler: (request) => storeConsoleSession(request.ctx),
  })

  app.delete('/auth/sessions/:id', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true, message: 'The session has ended.' },
    schema: {
      operationId: 'endSession',
      summary: 'End one of my sessions',
      description:
        'Revokes its access token immediately; the session of this request can be ended too. Sessions of other users are not found (404).',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => endSession(request.ctx, request.params.id),
  })
}
