import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids, Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Authentication and accounts']

export const passkeyRoutes: Routes = (app) => {
  app.post('/auth/passkeys/options', {
    config: { access: 'signed-in', scope: null, limit: 'auth', answersSecret: true },
    schema: {
      operationId: 'beginPasskey',
      summary: 'Begin to add a passkey',
      description: 'Returns the options for `navigator.credentials.create()`.',
      tags,
      response: responds(200, PasskeyCreationOptions, tooManyPasskeys, reauthenticationNeeded, needsDomain),
    },
    handler: (request) => beginPasskey(request.ctx),
  })

  app.post('/auth/passkeys', {
    config: { access: 'signed-in', scope: null, limit: 'auth', message: 'The passkey is added.' },
    schema: {
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description: 'With the credential that the browser created from the options.',
      tags,
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
    },
    handler: (request) => addPasskey(request.ctx, request.body),
  })

  app.get('/auth/passkeys', {
    config: { access: 'signed-in', scope: null },
    schema: {
      operationId: 'listPasskeys',
      summary: 'List my passkeys',
      description: 'Oldest first, with the time of the last login.',
      tags,
      querystring: Type.Object(Paging),
      response: respondsPage(Passkey),
    },
    handler: (request) => listPasskeys(request.ctx, request.query),
  })

  app.put('/auth/passkeys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The passkey is renamed.' },
    schema: {
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      description: 'Passkeys of other users are not found (404).',
      tags,
      params: ids('id'),
      body: PasskeyChange,
      response: responds(200, Passkey, notFound),
    },
    handler: (request) => renamePasskey(request.ctx, request.params.id, request.body),
  })

  app.delete('/auth/passkeys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The passkey is removed.' },
    schema: {
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description: 'At least one way to sign in must remain.',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound, lastLoginMethod, reauthenticationNeeded),
    },
    handler: (request) => removePasskey(request.ctx, request.params.id),
  })

  app.post('/auth/passkeys/login/options', {
    config: { access: 'public', limit: 'auth' },
    schema: {
      operationId: 'beginPasskeyLogin',
      summary: 'Begin to sign in with a passkey',
      description: 'Returns the options for `navigator.credentials.get()`. No name and no address are needed.',
      tags,
      response: responds(200, PasskeyRequestOptions, needsDomain),
    },
    handler: (request) => beginPasskeyLogin(request.ctx),
  })

  app.post('/auth/passkeys/login', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.' },
    schema: {
      operationId: 'logInWithPasskey',
      summary: 'Sign in with a passkey',
      description: 'With the credential of the browser. No second factor is asked for.',
      tags,
      body: PasskeyLogin,
      response: responds(200, SignedIn, invalidPasskey, needsDomain, accountSuspended),
    },
    handler: (request) => logInWithPasskey(request.ctx, request.body),
  })
}
