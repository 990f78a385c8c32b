import { Type } from 'typebox'
import { notFound, refusesApiKeys } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { emailTaken, reauthenticationNeeded } from '#features/accounts/index.ts'
import type { PersonalData } from '#features/feature.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ReasonQuery } from '../reason.ts'
import { Invitation, InvitationRenewal, NewPerson } from './schemas.ts'
import {
  alreadyAccepted,
  checkAddress,
  invitePerson,
  listInvitations,
  revokeInvitation,
  sendInvitationAgain,
} from './service.ts'

const writes = { access: ['admin'], scope: 'admin:write' } as const

/** `personalData` is what the features store about a user. */
export const invitationRoutes = (personalData: readonly PersonalData[]) =>
  routes('Administration', [
    route('POST /admin/users', {
      config: { ...writes, message: 'The invitation is sent.', check: checkAddress },
      summary: 'Invite a person',
      description:
        'Creates an account without a password and mails a link, with which its owner sets a password or signs in through a ' +
        'provider. The link works once, for 14 days. To invite an administrator needs a recent sign-in and no API key.',
      body: NewPerson,
      response: responds(201, Invitation, emailTaken, refusesApiKeys, reauthenticationNeeded),
      run: invitePerson,
    }),
    route('GET /admin/invitations', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Invitations' },
      summary: 'List invitations',
      description: 'Those that are not accepted, with their state; the newest first.',
      query: Type.Object(Paging),
      response: respondsPage(Invitation),
      run: listInvitations,
    }),
    route('POST /admin/users/:id/invitation', {
      config: { ...writes, message: 'The invitation is sent.' },
      operationId: 'resendInvitation',
      summary: 'Send an invitation again',
      description: 'With a new link for 14 days; the former one no longer works. `id` is that of the user.',
      body: InvitationRenewal,
      response: responds(200, Invitation, notFound, alreadyAccepted),
      run: sendInvitationAgain,
    }),
    route('DELETE /admin/users/:id/invitation', {
      config: { ...writes, message: 'The invitation is revoked.' },
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      description:
        'The link no longer works, and the account, which nobody has used, is deleted. `id` is that of the user.',
      query: ReasonQuery,
      response: respondsMessage(notFound, alreadyAccepted),
      run: (ctx, id) => revokeInvitation(ctx, id, personalData),
    }),
  ])
