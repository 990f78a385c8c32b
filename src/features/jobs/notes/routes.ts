import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { ApplicationNote, NewApplicationNote } from './schemas.ts'
import { addApplicationNote, deleteApplicationNote, listApplicationNotes, updateApplicationNote } from './service.ts'

const tags = ['Jobs']

export const noteRoutes: Routes = (app) => {
  app.get('/job-applications/:id/notes', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listApplicationNotes',
      summary: 'List the notes about an applicant',
      description: 'For the owner of the post and administrators; never for the applicant. Oldest first.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(ApplicationNote), forbidden, notFound),
    },
    handler: (request) => listApplicationNotes(request.ctx, request.params.id),
  })

  app.post('/job-applications/:id/notes', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    schema: {
      operationId: 'addApplicationNote',
      summary: 'Write a note about an applicant',
      description:
        'For the owner of the post and administrators. The applicant never sees it, nor that there is one. At most 200 notes for each application.',
      tags,
      params: ids('id'),
      body: NewApplicationNote,
      response: responds(201, ApplicationNote, forbidden, notFound),
    },
    handler: (request) => addApplicationNote(request.ctx, request.params.id, request.body),
  })

  app.put('/job-applications/:id/notes/:note_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    schema: {
      operationId: 'updateApplicationNote',
      summary: 'Change my note about an applicant',
      description: 'For its author, as long as they manage the post.',
      tags,
      params: ids('id', 'note_id'),
      body: NewApplicationNote,
      response: responds(200, ApplicationNote, forbidden, notFound),
    },
    handler: (request) => updateApplicationNote(request.ctx, request.params.id, request.params.note_id, request.body),
  })

  app.delete('/job-applications/:id/notes/:note_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is deleted.' },
    schema: {
      operationId: 'deleteApplicationNote',
      summary: 'Delete a note about an applicant',
      description: 'For its author, as long as they manage the post, and administrators.',
      tags,
      params: ids('id', 'note_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteApplicationNote(request.ctx, request.params.id, request.params.note_id),
  })
}
