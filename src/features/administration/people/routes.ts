import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { lastAdminRole, reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { ReasonQuery, WithReason } from '../reason.ts'
import {
  Person,
  PersonDetail,
  PersonQuery,
  RecordPath,
  RecordQuery,
  RoleChange,
  Suspension,
  UserRecord,
  VerificationChange,
} from './schemas.ts'
import {
  alreadySuspended,
  endSessionOf,
  endSessionsOf,
  formatRecordsTitle,
  listPeople,
  listRecords,
  mailResetLinkTo,
  noAddress,
  noProfile,
  notSuspended,
  ownAccount,
  type PersonParts,
  restorePerson,
  showPerson,
  suspendPerson,
  updatePersonRole,
  verifyPerson,
  waitsForInvitation,
} from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const peopleRoutes =
  (parts: PersonParts): Routes =>
  (app) => {
    app.get('/admin/users', {
      config: { ...reads, csv: 'People' },
      schema: {
        operationId: 'listPeople',
        summary: 'List people',
        description: 'Found by name, address, id, role and state; newest first unless sorted.',
        tags,
        querystring: PersonQuery,
        response: respondsPage(Person),
      },
      handler: (request) => listPeople(request.ctx, request.query),
    })

    app.get('/admin/users/:id', {
      config: reads,
      schema: {
        operationId: 'showPerson',
        summary: 'Show a person',
        description: 'The account, how it is used, and how much the person has of everything.',
        tags,
        params: ids('id'),
        response: responds(200, PersonDetail, notFound),
      },
      handler: (request) => showPerson(request.ctx, request.params.id, parts),
    })

    app.get('/admin/users/:id/records/:kind', {
      config: { ...reads, csv: formatRecordsTitle },
      schema: {
        operationId: 'listUserRecords',
        summary: 'List what a person has of one kind',
        description: 'Applications, enrollments, attempts, certificates, payments, and what the person has published.',
        tags,
        params: RecordPath,
        querystring: RecordQuery,
        response: respondsPage(UserRecord, { problems: [notFound] }),
      },
      handler: (request) => listRecords(request.ctx, request.params, request.query, parts),
    })

    app.post('/admin/users/:id/suspend', {
      config: { ...writes, message: 'The account is suspended.' },
      schema: {
        operationId: 'suspendPerson',
        summary: 'Suspend an account',
        description:
          'Ends its sessions, stops its API keys and hides what the person has published, on every instance at once. ' +
          'A subscription is not renewed meanwhile. The person is told.',
        tags,
        params: ids('id'),
        body: Suspension,
        response: respondsMessage(notFound, ownAccount, alreadySuspended),
      },
      handler: (request) => suspendPerson(request.ctx, request.params.id, request.body, parts),
    })

    app.post('/admin/users/:id/restore', {
      config: { ...writes, message: 'The account can be used again.' },
      schema: {
        operationId: 'restorePerson',
        summary: 'End the suspension of an account',
        description: 'What the person had published is visible again, unless an administrator has hidden it besides.',
        tags,
        params: ids('id'),
        body: WithReason,
        response: respondsMessage(notFound, ownAccount, notSuspended),
      },
      handler: (request) => restorePerson(request.ctx, request.params.id, parts),
    })

    app.post('/admin/users/:id/end-sessions', {
      config: { ...writes, message: 'All sessions are ended.' },
      schema: {
        operationId: 'endSessionsOfPerson',
        summary: 'End all sessions of a person',
        description: 'API keys stay.',
        tags,
        params: ids('id'),
        body: WithReason,
        response: respondsMessage(notFound, ownAccount),
      },
      handler: (request) => endSessionsOf(request.ctx, request.params.id),
    })

    app.delete('/admin/users/:id/sessions/:session_id', {
      config: { ...writes, message: 'The session is ended.' },
      schema: {
        operationId: 'endSessionOfPerson',
        summary: 'End one session of a person',
        description: 'Its access token stops working immediately.',
        tags,
        params: ids('id', 'session_id'),
        querystring: ReasonQuery,
        response: respondsMessage(notFound, ownAccount),
      },
      handler: ({ ctx, params }) => endSessionOf(ctx, params.id, params.session_id),
    })

    app.post('/admin/users/:id/password-reset', {
      config: { ...writes, message: 'The link is sent.' },
      schema: {
        operationId: 'mailResetLink',
        summary: 'Mail a person a link to choose a new password',
        description: 'To the address of the account. The link works once, for one hour.',
        tags,
        params: ids('id'),
        body: WithReason,
        response: respondsMessage(notFound, ownAccount, noAddress, waitsForInvitation),
      },
      handler: (request) => mailResetLinkTo(request.ctx, request.params.id),
    })

    app.put('/admin/users/:id/role', {
      config: { access: ['admin'], scope: null, message: 'The role is changed.' },
      schema: {
        operationId: 'changeRole',
        summary: 'Change the role of a person',
        description: 'The last administrator stays one. Needs a recent sign-in, like a change of credentials.',
        tags,
        params: ids('id'),
        body: RoleChange,
        response: respondsMessage(notFound, lastAdminRole, reauthenticationNeeded),
      },
      handler: (request) => updatePersonRole(request.ctx, request.params.id, request.body.role),
    })

    app.put('/admin/users/:id/verified', {
      config: { ...writes, message: 'The verification is saved.' },
      schema: {
        operationId: 'verifyPerson',
        summary: 'Verify the identity of a researcher, or withdraw it',
        description: 'Verified researchers are marked in the search and may award certificates.',
        tags,
        params: ids('id'),
        body: VerificationChange,
        response: respondsMessage(notFound, noProfile),
      },
      handler: (request) => verifyPerson(request.ctx, request.params.id, request.body.verified),
    })
  }
