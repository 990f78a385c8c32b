import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Sentence } from '#language/sentence.ts'
import { EmailProof, EmailState } from '../schemas.ts'
import { alreadyVerified, rejectEmail, sendVerificationAgain, tooSoon, verifyEmail, withoutEmail } from './service.ts'

const describeVerification = (result: unknown): Sentence =>
  typeof result === 'object' && result !== null && Reflect.get(result, 'isRepeated') === true
    ? 'Your e-mail address is already verified.'
    : 'Your e-mail address is verified.'

export const emailVerificationRoutes = routes('Authentication and accounts', [
  route('POST /auth/email/verify', {
    config: { access: 'public', limit: 'auth', message: describeVerification },
    summary: 'Verify an e-mail address',
    description:
      'With the token from the mail. This also activates a changed address. The second use of a link is a success too, as long as the address is that of the account.',
    body: EmailProof,
    response: responds(200, EmailState),
    run: verifyEmail,
  }),
  route('POST /auth/email/reject', {
    config: { access: 'public', limit: 'auth', message: 'The address is removed from the account.' },
    summary: 'Remove an unverified e-mail address from an account',
    description: 'With the token from the mail, for the owner of an address who did not ask for it.',
    body: EmailProof,
    response: respondsMessage(),
    run: rejectEmail,
  }),
  route('POST /auth/email/resend', {
    config: {
      access: 'signed-in',
      scope: null,
      beforeSecondFactor: true,
      limit: 'auth',
      message: 'We have e-mailed a new verification link.',
    },
    operationId: 'resendVerification',
    summary: 'Send the verification mail again',
    description: 'Once every 60 seconds.',
    response: respondsMessage(tooSoon, alreadyVerified, withoutEmail),
    run: sendVerificationAgain,
  }),
])
