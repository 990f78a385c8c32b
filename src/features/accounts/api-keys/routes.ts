import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const apiKeyRoutes = routes('Authentication and accounts', [
  route('GET /auth/api-keys', {
    config: { access: 'signed-in', scope: null },
    summary: 'List my API keys',
    description: 'Newest first, without the keys themselves.',
    query: Type.Object(Paging),
    response: respondsPage(ApiKey),
    run: listApiKeys,
  }),
  route('POST /auth/api-keys', {
    config: {
      access: 'signed-in',
      scope: null,
      limit: 'auth',
      answersSecret: true,
      message: 'The API key is created. Copy it now: it is not shown again.',
      check: checkNewKey,
    },
    summary: 'Create an API key',
    description:
      'For programs. The key acts for me within its scopes, never on `/auth/*`, and cannot spend money. The key of ' +
      'an administrator acts for an ordinary user unless it has `admin:read` or `admin:write`.',
    body: NewApiKey,
    response: responds(201, CreatedApiKey, tooManyKeys, reauthenticationNeeded),
    run: createApiKey,
  }),
  route('DELETE /auth/api-keys/:id', {
    config: { access: 'signed-in', scope: null, message: 'The API key has ended.' },
    summary: 'End an API key',
    description: 'It stops working immediately. API keys of other users are not found (404).',
    response: respondsMessage(notFound, reauthenticationNeeded),
    run: endApiKey,
  }),
  route('POST /auth/api-keys/revoke', {
    config: { access: 'public', limit: 'auth', message: 'The API key has ended.' },
    summary: 'End an API key that leaked',
    description:
      'For a person or a program that finds a key, such as a scanner of repositories. Keys match `rpk_[0-9A-Za-z]{42}`, and the last ' +
      'six characters are a checksum. The owner is told by mail.',
    body: FoundApiKey,
    response: respondsMessage(unknownKey),
    run: revokeFoundApiKey,
  }),
])
