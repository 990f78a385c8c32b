import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { unknownReason } from '../applications/status.ts'
import { wrongEnd } from '../slots/invitations.ts'
import { unknownTemplate } from '../templates/service.ts'
import { BulkAction, BulkResult, UndoableAction, UndoableQuery, UndoResult } from './schemas.ts'
import { applyBulkAction, tooManyApplications } from './service.ts'
import { alreadyUndone, listUndoableActions, restoreApplications, tooLateToUndo } from './undo.ts'

export const bulkRoutes = routes('Jobs', [
  route('POST /job-posts/:id/applicants/bulk', {
    config: { access: 'signed-in', scope: 'jobs:write' },
    summary: 'Change, tag or write to many applicants at once',
    description:
      'For those who manage the post; at most 500 applications, each with a verdict, and 120 actions an hour. A status and tags can be undone ' +
      'for 10 minutes, and applicants are told of a status after that. Messages, invitations to choose a slot, and the shortlist of a blind candidate, are told at once.',
    body: BulkAction,
    response: responds(
      200,
      BulkResult,
      forbidden,
      notFound,
      unknownReason,
      unknownTemplate,
      tooManyApplications,
      wrongEnd,
    ),
    run: applyBulkAction,
  }),
  route('GET /job-posts/:id/applicants/bulk', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the actions on many applicants that can be undone',
    description:
      'For those who manage the post: changes of a status and of tags in the last 10 minutes, newest first, also those that were cut off or whose answer was lost.',
    query: UndoableQuery,
    response: respondsPage(UndoableAction, { problems: [forbidden, notFound] }),
    run: listUndoableActions,
  }),
  route('POST /job-posts/:id/applicants/bulk/:bulk_id/undo', {
    config: { access: 'signed-in', scope: 'jobs:write' },
    operationId: 'undoBulkAction',
    summary: 'Undo an action on many applicants',
    description:
      'For those who manage the post, once and within 10 minutes. An application that was changed since stays as it is.',
    response: responds(200, UndoResult, forbidden, notFound, alreadyUndone, tooLateToUndo),
    run: restoreApplications,
  }),
])
