import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { SignedIn } from '../schemas.ts'
import { accountSuspended } from '../sign-in.ts'
import { reauthenticationNeeded } from '../step-up.ts'
import { invalidPasskey, lastLoginMethod, needsDomain, passkeyTaken, tooManyPasskeys } from './problems.ts'
import {
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyCreationOptions,
  PasskeyLogin,
  PasskeyRequestOptions,
} from './schemas.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
} from './service.ts'

export const passkeyRoutes = routes('Authentication and accounts', [
  route('POST /auth/passkeys/options', {
    config: { access: 'signed-in', scope: null, limit: 'auth', answersSecret: true },
    summary: 'Begin to add a passkey',
    description: 'Returns the options for `navigator.credentials.create()`.',
    response: responds(200, PasskeyCreationOptions, tooManyPasskeys, reauthenticationNeeded, needsDomain),
    run: beginPasskey,
  }),
  route('POST /auth/passkeys', {
    config: { access: 'signed-in', scope: null, limit: 'auth', message: 'The passkey is added.' },
    summary: 'Add a passkey',
    description: 'With the credential that the browser created from the options.',
    body: NewPasskey,
    response: responds(
      201,
      Passkey,
      invalidPasskey,
      passkeyTaken,
      tooManyPasskeys,
      reauthenticationNeeded,
      needsDomain,
    ),
    run: addPasskey,
  }),
  route('GET /auth/passkeys', {
    config: { access: 'signed-in', scope: null },
    summary: 'List my passkeys',
    description: 'Oldest first, with the time of the last login.',
    query: Type.Object(Paging),
    response: respondsPage(Passkey),
    run: listPasskeys,
  }),
  route('PUT /auth/passkeys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The passkey is renamed.' },
    summary: 'Rename a passkey',
    description: 'Passkeys of other users are not found (404).',
    body: PasskeyChange,
    response: responds(200, Passkey, notFound),
    run: renamePasskey,
  }),
  route('DELETE /auth/passkeys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The passkey is removed.' },
    summary: 'Remove a passkey',
    description: 'At least one way to sign in must remain.',
    response: respondsMessage(notFound, lastLoginMethod, reauthenticationNeeded),
    run: removePasskey,
  }),
  route('POST /auth/passkeys/login/options', {
    config: { access: 'public', limit: 'auth' },
    summary: 'Begin to sign in with a passkey',
    description: 'Returns the options for `navigator.credentials.get()`. No name and no address are needed.',
    response: responds(200, PasskeyRequestOptions, needsDomain),
    run: beginPasskeyLogin,
  }),
  route('POST /auth/passkeys/login', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.' },
    summary: 'Sign in with a passkey',
    description: 'With the credential of the browser. No second factor is asked for.',
    body: PasskeyLogin,
    response: responds(200, SignedIn, invalidPasskey, needsDomain, accountSuspended),
    run: logInWithPasskey,
  }),
])
