import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const companyMemberRoutes = routes('Companies', [
  route('GET /companies/:id/members', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the members of a company, and whom it has invited',
    description: 'For the members and administrators. Oldest first.',
    response: responds(200, Type.Array(CompanyMember), forbidden, notFound),
    run: listCompanyMembers,
  }),
  route('POST /companies/:id/members', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is invited.', check: checkUserId },
    summary: 'Invite a person to a company',
    description:
      'For owners and admins of the company, and administrators; only owners and administrators invite an owner. By account or by address: ' +
      'an account that has proven the address is notified, now or when it signs in, and no mail goes to other addresses. ' +
      'An invitation ends after 30 days, and permits nothing until it is accepted.',
    body: NewCompanyMember,
    response: responds(201, CompanyMember, forbidden, notFound, alreadyMember, alreadyInvited),
    run: inviteCompanyMember,
  }),
  route('PUT /companies/:id/members/:member_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The role is saved.' },
    operationId: 'changeCompanyMember',
    summary: 'Change the role of a member',
    description:
      'For owners and admins of the company, and administrators; only owners and administrators make or change an owner. Of a member who becomes ' +
      'an interviewer, the job posts pass to the longest-standing other owner.',
    body: CompanyMemberChange,
    response: responds(200, CompanyMember, forbidden, notFound, lastOwner),
    run: updateCompanyMember,
  }),
  route('POST /companies/:id/members/:member_id/accept', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'You are a member of the company.' },
    summary: 'Accept an invitation to a company',
    description: 'For the invited account, or one that has proven the invited address. `DELETE` declines.',
    response: responds(200, CompanyMember, forbidden, notFound, alreadyMember),
    run: acceptCompanyInvitation,
  }),
  route('DELETE /companies/:id/members/:member_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is no longer a member.' },
    summary: 'Remove a member, leave a company, or decline an invitation',
    description:
      'For the member, owners and admins of the company, and administrators; only owners and administrators remove an owner. The job posts of a ' +
      'member who leaves pass to the longest-standing other owner, at once.',
    response: respondsMessage(forbidden, notFound, lastOwner),
    run: removeCompanyMember,
  }),
  route('GET /company-invitations', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'List my invitations to companies',
    description: 'Of my account and of my proven address, newest first; those that are not accepted.',
    query: CompanyInvitationQuery,
    response: respondsPage(CompanyInvitation),
    run: listCompanyInvitations,
  }),
])
