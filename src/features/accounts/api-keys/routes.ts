import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids, Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { reauthenticationNeeded } from '../step-up.ts'
import { ApiKey, CreatedApiKey, FoundApiKey, NewApiKey } from './schemas.ts'
import {
  checkNewKey,
  createApiKey,
  endApiKey,
  listApiKeys,
  revokeFoundApiKey,
  tooManyKeys,
  unknownKey,
} from './service.ts'

const tags = ['Authentication and accounts']

export const apiKeyRoutes: Routes = (app) => {
  app.get('/auth/api-keys', {
    config: { access: 'signed-in', scope: null },
    schema: {
      operationId: 'listApiKeys',
      summary: 'List my API keys',
      description: 'Newest first, without the keys themselves.',
      tags,
      querystring: Type.Object(Paging),
      response: respondsPage(ApiKey),
    },
    handler: (request) => listApiKeys(request.ctx, request.query),
  })

  app.post('/auth/api-keys', {
    config: {
      access: 'signed-in',
      scope: null,
      limit: 'auth',
      answersSecret: true,
      message: 'The API key is created. Copy it now: it is not shown again.',
      check: checkNewKey,
    },
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'For programs. The key acts for me within its scopes, never on `/auth/*`, and cannot spend money. The key of ' +
        'an administrator acts for an ordinary user unless it has `admin:read` or `admin:write`.',
      tags,
      body: NewApiKey,
      response: responds(201, CreatedApiKey, tooManyKeys, reauthenticationNeeded),
    },
    handler: (request) => createApiKey(request.ctx, request.body),
  })

  app.delete('/auth/api-keys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The API key has ended.' },
    schema: {
      operationId: 'endApiKey',
      summary: 'End an API key',
      description: 'It stops working immediately. API keys of other users are not found (404).',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound, reauthenticationNeeded),
    },
    handler: (request) => endApiKey(request.ctx, request.params.id),
  })

  app.post('/auth/api-keys/revoke', {
    config: { access: 'public', limit: 'auth', message: 'The API key has ended.' },
    schema: {
      operationId: 'revokeFoundApiKey',
      summary: 'End an API key that leaked',
      description:
        'For a person or a program that finds a key, such as a scanner of repositories. Keys match `rpk_[0-9A-Za-z]{42}`, and the last ' +
        'six characters are a checksum. The owner is told by mail.',
      tags,
      body: FoundApiKey,
      response: respondsMessage(unknownKey),
    },
    handler: (request) => revokeFoundApiKey(request.ctx, request.body),
  })
}
