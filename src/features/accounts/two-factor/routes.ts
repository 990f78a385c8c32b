import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { SignedIn } from '../schemas.ts'
import { accountSuspended } from '../sign-in.ts'
import { reauthenticationNeeded } from '../step-up.ts'
import { alreadyEnabled, challengeEnded, notEnabled, notSetUp, ownNeedsCode, wrongCode } from './problems.ts'
import { CodeProof, RecoveryCodes, SecondStep, TwoFactorSetup, TwoFactorState } from './schemas.ts'
import {
  completeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  removeTwoFactorOf,
  renewRecoveryCodes,
  setUpTwoFactor,
  showTwoFactor,
} from './service.ts'

const tags = ['Authentication and accounts']
const own = { access: 'signed-in', scope: null, limit: 'auth' } as const

export const twoFactorRoutes: Routes = (app) => {
  app.get('/auth/two-factor', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    schema: {
      operationId: 'showTwoFactor',
      summary: 'Show my second factor',
      description: 'Whether it is turned on, and how many recovery codes are left.',
      tags,
      response: responds(200, TwoFactorState),
    },
    handler: (request) => showTwoFactor(request.ctx),
  })

  app.post('/auth/two-factor/setup', {
    config: { ...own, beforeSecondFactor: true, answersSecret: true },
    schema: {
      operationId: 'setUpTwoFactor',
      summary: 'Set up an authenticator app',
      description:
        'Returns a new secret for the app (RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing changes until a code of the ' +
        'app is sent to `/auth/two-factor/enable`; asking again replaces the secret.',
      tags,
      response: responds(200, TwoFactorSetup, alreadyEnabled, reauthenticationNeeded),
    },
    handler: (request) => setUpTwoFactor(request.ctx),
  })

  app.post('/auth/two-factor/enable', {
    config: {
      ...own,
      beforeSecondFactor: true,
      answersSecret: true,
      message: 'The second factor is turned on. Store the recovery codes in a safe place.',
    },
    schema: {
      operationId: 'enableTwoFactor',
      summary: 'Turn the second factor on',
      description: 'With a code of the app. Returns ten recovery codes, which are shown only once.',
      tags,
      body: CodeProof,
      response: responds(200, RecoveryCodes, wrongCode, notSetUp, alreadyEnabled, reauthenticationNeeded),
    },
    handler: (request) => enableTwoFactor(request.ctx, request.body),
  })

  app.post('/auth/two-factor/disable', {
    config: { ...own, message: 'The second factor is turned off.' },
    schema: {
      operationId: 'disableTwoFactor',
      summary: 'Turn the second factor off',
      description: 'With a code of the app or a recovery code.',
      tags,
      body: CodeProof,
      response: respondsMessage(wrongCode, notEnabled, reauthenticationNeeded),
    },
    handler: (request) => disableTwoFactor(request.ctx, request.body),
  })

  app.post('/auth/two-factor/recovery-codes', {
    config: { ...own, answersSecret: true, message: 'Here are your new recovery codes. Store them in a safe place.' },
    schema: {
      operationId: 'renewRecoveryCodes',
      summary: 'Create new recovery codes',
      description: 'With a code of the app or a recovery code. The former recovery codes no longer work.',
      tags,
      body: CodeProof,
      response: responds(200, RecoveryCodes, wrongCode, notEnabled, reauthenticationNeeded),
    },
    handler: (request) => renewRecoveryCodes(request.ctx, request.body),
  })

  app.post('/auth/two-factor', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.' },
    schema: {
      operationId: 'completeTwoFactor',
      summary: 'Finish a login with the second factor',
      description:
        'With the `challenge` that the login answered, within ten minutes. A code works once; five wrong codes end ' +
        'the login.',
      tags,
      body: SecondStep,
      response: responds(200, SignedIn, wrongCode, challengeEnded, accountSuspended),
    },
    handler: (request) => completeTwoFactor(request.ctx, request.body),
  })

  app.delete('/users/:id/two-factor', {
    config: { access: ['admin'], scope: null, message: 'The second factor is removed.' },
    schema: {
      operationId: 'removeTwoFactor',
      summary: 'Remove the second factor of a user',
      description:
        'For administrators, when a user has lost the device and the recovery codes. The user is told by mail.',
      tags: ['Users'],
      params: ids('id'),
      response: respondsMessage(forbidden, notFound, notEnabled, ownNeedsCode, reauthenticationNeeded),
    },
    handler: (request) => removeTwoFactorOf(request.ctx, request.params.id),
  })
}
