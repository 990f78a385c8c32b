import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ApplicationNote, NewApplicationNote } from './schemas.ts'
import { addApplicationNote, deleteApplicationNote, listApplicationNotes, updateApplicationNote } from './service.ts'

export const noteRoutes = routes('Jobs', [
  route('GET /job-applications/:id/notes', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the notes about an applicant',
    description: 'For the owner of the post and administrators; never for the applicant. Oldest first.',
    response: responds(200, Type.Array(ApplicationNote), forbidden, notFound),
    run: listApplicationNotes,
  }),
  route('POST /job-applications/:id/notes', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    summary: 'Write a note about an applicant',
    description:
      'For the owner of the post and administrators. The applicant never sees it, nor that there is one. At most 200 notes for each application.',
    body: NewApplicationNote,
    response: responds(201, ApplicationNote, forbidden, notFound),
    run: addApplicationNote,
  }),
  route('PUT /job-applications/:id/notes/:note_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    summary: 'Change my note about an applicant',
    description: 'For its author, as long as they manage the post.',
    body: NewApplicationNote,
    response: responds(200, ApplicationNote, forbidden, notFound),
    run: updateApplicationNote,
  }),
  route('DELETE /job-applications/:id/notes/:note_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is deleted.' },
    summary: 'Delete a note about an applicant',
    description: 'For its author, as long as they manage the post, and administrators.',
    response: respondsMessage(forbidden, notFound),
    run: deleteApplicationNote,
  }),
])
