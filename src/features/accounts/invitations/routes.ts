import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { passwordsDisabled } from '../password-sign-in.ts'
import { checkPasswordField } from '../passwords.ts'
import { SignedIn } from '../schemas.ts'
import { accountSuspended } from '../sign-in.ts'
import { InvitationAcceptance, InvitationDetails, InvitationLink } from './schemas.ts'
import { acceptInvitation, invalidInvitation, showInvitation } from './service.ts'

export const invitationRoutes = routes('Authentication and accounts', [
  route('POST /auth/invitations/show', {
    config: { access: 'public', limit: 'auth' },
    operationId: 'showAccountInvitation',
    summary: 'Show what an invitation is for',
    description: 'With the token from the mail. It changes nothing, so that a page can be opened repeatedly.',
    body: InvitationLink,
    response: responds(200, InvitationDetails, invalidInvitation),
    run: showInvitation,
  }),
  route('POST /auth/invitations/accept', {
    config: { access: 'public', limit: 'auth', message: 'You are signed in.', check: checkPasswordField },
    summary: 'Accept an invitation with a password',
    description:
      'With the token from the mail, which works once. It verifies the address of the account. To accept through a provider ' +
      'instead, send the token as `invitation` to `POST /auth/{provider}/callback`.',
    body: InvitationAcceptance,
    response: responds(200, SignedIn, invalidInvitation, accountSuspended, passwordsDisabled),
    run: acceptInvitation,
  }),
])
