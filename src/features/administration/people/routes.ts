import { notFound } from '#core/problem.ts'
import { lastAdminRole, reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const peopleRoutes = (parts: PersonParts) =>
  routes('Administration', [
    route('GET /admin/users', {
      config: { ...reads, csv: 'People' },
      summary: 'List people',
      description: 'Found by name, address, id, role and state; newest first unless sorted.',
      query: PersonQuery,
      response: respondsPage(Person),
      run: listPeople,
    }),
    route('GET /admin/users/:id', {
      config: reads,
      operationId: 'showPerson',
      summary: 'Show a person',
      description: 'The account, how it is used, and how much the person has of everything.',
      response: responds(200, PersonDetail, notFound),
      run: (ctx, id) => showPerson(ctx, id, parts),
    }),
    route('GET /admin/users/:id/records/:kind', {
      config: { ...reads, csv: formatRecordsTitle },
      operationId: 'listUserRecords',
      summary: 'List what a person has of one kind',
      description: 'Applications, enrollments, attempts, certificates, payments, and what the person has published.',
      params: RecordPath,
      query: RecordQuery,
      response: respondsPage(UserRecord, { problems: [notFound] }),
      handler: (request) => listRecords(request.ctx, request.params, request.query, parts),
    }),
    route('POST /admin/users/:id/suspend', {
      config: { ...writes, message: 'The account is suspended.' },
      operationId: 'suspendPerson',
      summary: 'Suspend an account',
      description:
        'Ends its sessions, stops its API keys and hides what the person has published, on every instance at once. ' +
        'A subscription is not renewed meanwhile. The person is told.',
      body: Suspension,
      response: respondsMessage(notFound, ownAccount, alreadySuspended),
      run: (ctx, id, body) => suspendPerson(ctx, id, body, parts),
    }),
    route('POST /admin/users/:id/restore', {
      config: { ...writes, message: 'The account can be used again.' },
      operationId: 'restorePerson',
      summary: 'End the suspension of an account',
      description: 'What the person had published is visible again, unless an administrator has hidden it besides.',
      body: WithReason,
      response: respondsMessage(notFound, ownAccount, notSuspended),
      run: (ctx, id) => restorePerson(ctx, id, parts),
    }),
    route('POST /admin/users/:id/end-sessions', {
      config: { ...writes, message: 'All sessions are ended.' },
      operationId: 'endSessionsOfPerson',
      summary: 'End all sessions of a person',
      description: 'API keys stay.',
      body: WithReason,
      response: respondsMessage(notFound, ownAccount),
      run: endSessionsOf,
    }),
    route('DELETE /admin/users/:id/sessions/:session_id', {
      config: { ...writes, message: 'The session is ended.' },
      operationId: 'endSessionOfPerson',
      summary: 'End one session of a person',
      description: 'Its access token stops working immediately.',
      query: ReasonQuery,
      response: respondsMessage(notFound, ownAccount),
      run: endSessionOf,
    }),
    route('POST /admin/users/:id/password-reset', {
      config: { ...writes, message: 'The link is sent.' },
      operationId: 'mailResetLink',
      summary: 'Mail a person a link to choose a new password',
      description: 'To the address of the account. The link works once, for one hour.',
      body: WithReason,
      response: respondsMessage(notFound, ownAccount, noAddress, waitsForInvitation),
      run: mailResetLinkTo,
    }),
    route('PUT /admin/users/:id/role', {
      config: { access: ['admin'], scope: null, message: 'The role is changed.' },
      operationId: 'changeRole',
      summary: 'Change the role of a person',
      description: 'The last administrator stays one. Needs a recent sign-in, like a change of credentials.',
      body: RoleChange,
      response: respondsMessage(notFound, lastAdminRole, reauthenticationNeeded),
      run: (ctx, id, body) => updatePersonRole(ctx, id, body.role),
    }),
    route('PUT /admin/users/:id/verified', {
      config: { ...writes, message: 'The verification is saved.' },
      operationId: 'verifyPerson',
      summary: 'Verify the identity of a researcher, or withdraw it',
      description: 'Verified researchers are marked in the search and may award certificates.',
      body: VerificationChange,
      response: respondsMessage(notFound, noProfile),
      run: (ctx, id, body) => verifyPerson(ctx, id, body.verified),
    }),
  ])
