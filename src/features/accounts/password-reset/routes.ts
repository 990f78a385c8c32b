import { respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { passwordsDisabled } from '../password-sign-in.ts'
import { checkPasswordField } from '../passwords.ts'
import { PasswordReset, ResetRequest } from '../schemas.ts'
import { requestPasswordReset, resetPassword } from './service.ts'

const tags = ['Authentication and accounts']

export const passwordResetRoutes: Routes = (app) => {
  app.post('/auth/forgot-password', {
    config: { access: 'public', limit: 'auth', message: 'We have e-mailed your password reset link.' },
    schema: {
      operationId: 'forgotPassword',
      summary: 'Ask for a password reset link',
      description: 'Once every 60 seconds for an e-mail. The link is valid for 60 minutes.',
      tags,
      body: ResetRequest,
      response: respondsMessage(passwordsDisabled),
    },
    handler: (request) => requestPasswordReset(request.ctx, request.body),
  })

  app.post('/auth/reset-password', {
    config: { access: 'public', limit: 'auth', message: 'Your password has been reset.', check: checkPasswordField },
    schema: {
      operationId: 'resetPassword',
      summary: 'Choose a new password',
      description: 'With the token from the mail, which can be used once. Ends all sessions.',
      tags,
      body: PasswordReset,
      response: respondsMessage(passwordsDisabled),
    },
    handler: (request) => resetPassword(request.ctx, request.body),
  })
}
