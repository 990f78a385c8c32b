import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

const own = { access: 'signed-in', scope: null, limit: 'auth' } as const

export const twoFactorRoutes = routes('Authentication and accounts', [
  route('GET /auth/two-factor', {
    config: { access: 'signed-in', scope: null, beforeSecondFactor: true },
    summary: 'Show my second factor',
    description: 'Whether it is turned on, and how many recovery codes are left.',
    response: responds(200, TwoFactorState),
    run: showTwoFactor,
  }),
  route('POST /auth/two-factor/setup', {
    config: { ...own, beforeSecondFactor: true, answersSecret: true },
    summary: 'Set up an authenticator app',
    description:
      'Returns a new secret for the app (RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing changes until a code of the ' +
      'app is sent to `/auth/two-factor/enable`; asking again replaces the secret.',
    response: responds(200, TwoFactorSetup, alreadyEnabled, reauthenticationNeeded),
    run: setUpTwoFactor,
  }),
  route('POST /auth/two-factor/enable', {
    config: {
      ...own,
      beforeSecondFactor: true,
      answersSecret: true,
      message: 'The second factor is turned on. Store the recovery codes in a safe place.',
    },
    summary: 'Turn the second factor on',
    description: 'With a code of the app. Returns ten recovery codes, which are shown only once.',
    body: CodeProof,
    response: responds(200, RecoveryCodes, wrongCode, notSetUp, alreadyEnabled, reauthenticationNeeded),
    run: enableTwoFactor,
  }),
  route('POST /auth/two-factor/disable', {
    config: { ...own, message: 'The second factor is turned off.' },
    summary: 'Turn the second factor off',
    description: 'With a code of the app or a recovery code.',
    body: CodeProof,
    response: respondsMessage(wrongCode, notEnabled, reauthenticationNeeded),
    run: disableTwoFactor,
  }),
  route('POST /auth/two-factor/recovery-codes', {
    config: { ...own, answersSecret: true, message: 'Here are your new recovery codes. Store them in a safe place.' },
    summary: 'Create new recovery codes',
    description: 'With a code of the app or a recovery code. The former recovery codes no longer work.',
    body: CodeProof,
    response: responds(200, RecoveryCodes, wrongCode, notEnabled, reauthenticationNeeded),
    run: renewRecoveryCodes,
  }),
  route('POST /auth/two-factor', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.' },
    summary: 'Finish a login with the second factor',
    description:
      'With the `challenge` that the login answered, within ten minutes. A code works once; five wrong codes end ' +
      'the login.',
    body: SecondStep,
    response: responds(200, SignedIn, wrongCode, challengeEnded, accountSuspended),
    run: completeTwoFactor,
  }),
  route('DELETE /users/:id/two-factor', {
    tag: 'Users',
    config: { access: ['admin'], scope: null, message: 'The second factor is removed.' },
    operationId: 'removeTwoFactor',
    summary: 'Remove the second factor of a user',
    description:
      'For administrators, when a user has lost the device and the recovery codes. The user is told by mail.',
    response: respondsMessage(forbidden, notFound, notEnabled, ownNeedsCode, reauthenticationNeeded),
    run: removeTwoFactorOf,
  }),
])
