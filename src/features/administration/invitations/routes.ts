import { Type } from 'typebox'
import { notFound, refusesApiKeys } from '#core/problem.ts'
import { ids, Paging } from '#core/schema.ts'
import { emailTaken, reauthenticationNeeded } from '#features/accounts/index.ts'
import type { PersonalData } from '#features/feature.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Administration']
const writes = { access: ['admin'], scope: 'admin:write' } as const

/** `personalData` is what the features store about a user. */
export const invitationRoutes =
  (personalData: readonly PersonalData[]): Routes =>
  (app) => {
    app.post('/admin/users', {
      config: { ...writes, message: 'The invitation is sent.', check: checkAddress },
      schema: {
        operationId: 'invitePerson',
        summary: 'Invite a person',
        description:
          'Creates an account without a password and mails a link, with which its owner sets a password or signs in through a ' +
          'provider. The link works once, for 14 days. To invite an administrator needs a recent sign-in and no API key.',
        tags,
        body: NewPerson,
        response: responds(201, Invitation, emailTaken, refusesApiKeys, reauthenticationNeeded),
      },
      handler: (request) => invitePerson(request.ctx, request.body),
    })

    app.get('/admin/invitations', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Invitations' },
      schema: {
        operationId: 'listInvitations',
        summary: 'List invitations',
        description: 'Those that are not accepted, with their state; the newest first.',
        tags,
        querystring: Type.Object(Paging),
        response: respondsPage(Invitation),
      },
      handler: (request) => listInvitations(request.ctx, request.query),
    })

    app.post('/admin/users/:id/invitation', {
      config: { ...writes, message: 'The invitation is sent.' },
      schema: {
        operationId: 'resendInvitation',
        summary: 'Send an invitation again',
        description: 'With a new link for 14 days; the former one no longer works. `id` is that of the user.',
        tags,
        params: ids('id'),
        body: InvitationRenewal,
        response: responds(200, Invitation, notFound, alreadyAccepted),
      },
      handler: (request) => sendInvitationAgain(request.ctx, request.params.id, request.body),
    })

    app.delete('/admin/users/:id/invitation', {
      config: { ...writes, message: 'The invitation is revoked.' },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description:
          'The link no longer works, and the account, which nobody has used, is deleted. `id` is that of the user.',
        tags,
        params: ids('id'),
        querystring: ReasonQuery,
        response: respondsMessage(notFound, alreadyAccepted),
      },
      handler: (request) => revokeInvitation(request.ctx, request.params.id, personalData),
    })
  }
