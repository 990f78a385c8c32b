import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { unknownReason } from '../applications/status.ts'
import { wrongEnd } from '../slots/invitations.ts'
import { unknownTemplate } from '../templates/service.ts'
import { BulkAction, BulkResult, UndoableAction, UndoableQuery, UndoResult } from './schemas.ts'
import { applyBulkAction, tooManyApplications } from './service.ts'
import { alreadyUndone, listUndoableActions, restoreApplications, tooLateToUndo } from './undo.ts'

const tags = ['Jobs']

export const bulkRoutes: Routes = (app) => {
  app.post('/job-posts/:id/applicants/bulk', {
    config: { access: 'signed-in', scope: 'jobs:write' },
    schema: {
      operationId: 'applyBulkAction',
      summary: 'Change, tag or write to many applicants at once',
      description:
        'For those who manage the post; at most 500 applications, each with a verdict, and 120 actions an hour. A status and tags can be undone ' +
        'for 10 minutes, and applicants are told of a status after that. Messages, invitations to choose a slot, and the shortlist of a blind candidate, are told at once.',
      tags,
      params: ids('id'),
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
    },
    handler: (request) => applyBulkAction(request.ctx, request.params.id, request.body),
  })

  app.get('/job-posts/:id/applicants/bulk', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listUndoableActions',
      summary: 'List the actions on many applicants that can be undone',
      description:
        'For those who manage the post: changes of a status and of tags in the last 10 minutes, newest first, also those that were cut off or whose answer was lost.',
      tags,
      params: ids('id'),
      querystring: UndoableQuery,
      response: respondsPage(UndoableAction, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listUndoableActions(request.ctx, request.params.id, request.query),
  })

  app.post('/job-posts/:id/applicants/bulk/:bulk_id/undo', {
    config: { access: 'signed-in', scope: 'jobs:write' },
    schema: {
      operationId: 'undoBulkAction',
      summary: 'Undo an action on many applicants',
      description:
        'For those who manage the post, once and within 10 minutes. An application that was changed since stays as it is.',
      tags,
      params: ids('id', 'bulk_id'),
      response: responds(200, UndoResult, forbidden, notFound, alreadyUndone, tooLateToUndo),
    },
    handler: (request) => restoreApplications(request.ctx, request.params.id, request.params.bulk_id),
  })
}
