import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { NewScopeDocument, ScopeDocument } from './schemas.ts'
import { deleteScopeDocument, uploadScopeDocument } from './service.ts'

export const scopeDocumentRoutes: Routes = formRoutes((app) => {
  app.post('/projects/:id/scope-document', {
    config: {
      access: 'signed-in',
      scope: 'projects:write',
      limit: 'upload',
      message: 'The scope document is uploaded.',
    },
    schema: {
      operationId: 'uploadScopeDocument',
      summary: 'Upload the scope document of a project',
      description: 'It replaces the previous one. For the owner, administrators, and collaborators with `can_edit`.',
      tags: ['Projects'],
      params: ids('id'),
      body: NewScopeDocument,
      response: responds(201, ScopeDocument, forbidden, notFound),
    },
    handler: (request) => uploadScopeDocument(request.ctx, request.params.id, request.body),
  })
})

export const scopeDocumentRemovalRoutes: Routes = (app) => {
  app.delete('/projects/:id/scope-document', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The scope document is deleted.' },
    schema: {
      operationId: 'deleteScopeDocument',
      summary: 'Delete the scope document of a project',
      description: 'With its file, permanently. For the owner, administrators, and collaborators with `can_edit`.',
      tags: ['Projects'],
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteScopeDocument(request.ctx, request.params.id),
  })
}
