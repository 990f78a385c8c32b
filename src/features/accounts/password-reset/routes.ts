import { respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { passwordsDisabled } from '../password-sign-in.ts'
import { checkPasswordField } from '../passwords.ts'
import { PasswordReset, ResetRequest } from '../schemas.ts'
import { requestPasswordReset, resetPassword } from './service.ts'

export const passwordResetRoutes = routes('Authentication and accounts', [
  route('POST /auth/forgot-password', {
    config: { access: 'public', limit: 'auth', message: 'We have e-mailed your password reset link.' },
    operationId: 'forgotPassword',
    summary: 'Ask for a password reset link',
    description: 'Once every 60 seconds for an e-mail. The link is valid for 60 minutes.',
    body: ResetRequest,
    response: respondsMessage(passwordsDisabled),
    run: requestPasswordReset,
  }),
  route('POST /auth/reset-password', {
    config: { access: 'public', limit: 'auth', message: 'Your password has been reset.', check: checkPasswordField },
    summary: 'Choose a new password',
    description: 'With the token from the mail, which can be used once. Ends all sessions.',
    body: PasswordReset,
    response: respondsMessage(passwordsDisabled),
    run: resetPassword,
  }),
])
