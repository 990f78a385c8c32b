import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { alreadyInvited, alreadyMember } from './invitations.ts'
import {
  CompanyInvitation,
  CompanyInvitationQuery,
  CompanyMember,
  CompanyMemberChange,
  NewCompanyMember,
} from './schemas.ts'
import {
  acceptCompanyInvitation,
  inviteCompanyMember,
  lastOwner,
  listCompanyInvitations,
  listCompanyMembers,
  removeCompanyMember,
  updateCompanyMember,
} from './service.ts'

const tags = ['Companies']

export const companyMemberRoutes: Routes = (app) => {
  app.get('/companies/:id/members', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listCompanyMembers',
      summary: 'List the members of a company, and whom it has invited',
      description: 'For the members and administrators. Oldest first.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(CompanyMember), forbidden, notFound),
    },
    handler: (request) => listCompanyMembers(request.ctx, request.params.id),
  })

  app.post('/companies/:id/members', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is invited.', check: checkUserId },
    schema: {
      operationId: 'inviteCompanyMember',
      summary: 'Invite a person to a company',
      description:
        'For owners and admins of the company, and administrators; only owners and administrators invite an owner. By account or by address: ' +
        'an account that has proven the address is notified, now or when it signs in, and no mail goes to other addresses. ' +
        'An invitation ends after 30 days, and permits nothing until it is accepted.',
      tags,
      params: ids('id'),
      body: NewCompanyMember,
      response: responds(201, CompanyMember, forbidden, notFound, alreadyMember, alreadyInvited),
    },
    handler: (request) => inviteCompanyMember(request.ctx, request.params.id, request.body),
  })

  app.put('/companies/:id/members/:member_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The role is saved.' },
    schema: {
      operationId: 'changeCompanyMember',
      summary: 'Change the role of a member',
      description:
        'For owners and admins of the company, and administrators; only owners and administrators make or change an owner. Of a member who becomes ' +
        'an interviewer, the job posts pass to the longest-standing other owner.',
      tags,
      params: ids('id', 'member_id'),
      body: CompanyMemberChange,
      response: responds(200, CompanyMember, forbidden, notFound, lastOwner),
    },
    handler: (request) => updateCompanyMember(request.ctx, request.params.id, request.params.member_id, request.body),
  })

  app.post('/companies/:id/members/:member_id/accept', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'You are a member of the company.' },
    schema: {
      operationId: 'acceptCompanyInvitation',
      summary: 'Accept an invitation to a company',
      description: 'For the invited account, or one that has proven the invited address. `DELETE` declines.',
      tags,
      params: ids('id', 'member_id'),
      response: responds(200, CompanyMember, forbidden, notFound, alreadyMember),
    },
    handler: (request) => acceptCompanyInvitation(request.ctx, request.params.id, request.params.member_id),
  })

  app.delete('/companies/:id/members/:member_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is no longer a member.' },
    schema: {
      operationId: 'removeCompanyMember',
      summary: 'Remove a member, leave a company, or decline an invitation',
      description:
        'For the member, owners and admins of the company, and administrators; only owners and administrators remove an owner. The job posts of a ' +
        'member who leaves pass to the longest-standing other owner, at once.',
      tags,
      params: ids('id', 'member_id'),
      response: respondsMessage(forbidden, notFound, lastOwner),
    },
    handler: (request) => removeCompanyMember(request.ctx, request.params.id, request.params.member_id),
  })

  app.get('/company-invitations', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listCompanyInvitations',
      summary: 'List my invitations to companies',
      description: 'Of my account and of my proven address, newest first; those that are not accepted.',
      tags,
      querystring: CompanyInvitationQuery,
      response: respondsPage(CompanyInvitation),
    },
    handler: (request) => listCompanyInvitations(request.ctx, request.query),
  })
}
