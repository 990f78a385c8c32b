import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { passwordsDisabled } from '../password-sign-in.ts'
import { checkPasswordField } from '../passwords.ts'
import { SignedIn } from '../schemas.ts'
import { accountSuspended } from '../sign-in.ts'
import { InvitationAcceptance, InvitationDetails, InvitationLink } from './schemas.ts'
import { acceptInvitation, invalidInvitation, showInvitation } from './service.ts'

const tags = ['Authentication and accounts']

export const invitationRoutes: Routes = (app) => {
  app.post('/auth/invitations/show', {
    config: { access: 'public', limit: 'auth' },
    schema: {
      operationId: 'showAccountInvitation',
      summary: 'Show what an invitation is for',
      description: 'With the token from the mail. It changes nothing, so that a page can be opened repeatedly.',
      tags,
      body: InvitationLink,
      response: responds(200, InvitationDetails, invalidInvitation),
    },
    handler: (request) => showInvitation(request.ctx, request.body),
  })

  app.post('/auth/invitations/accept', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.', check: checkPasswordField },
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation with a password',
      description:
        'With the token from the mail, which works once. It verifies the address of the account. To accept through a provider ' +
        'instead, send the token as `invitation` to `POST /auth/{provider}/callback`.',
      tags,
      body: InvitationAcceptance,
      response: responds(200, SignedIn, invalidInvitation, accountSuspended, passwordsDisabled),
    },
    handler: (request) => acceptInvitation(request.ctx, request.body),
  })
}
