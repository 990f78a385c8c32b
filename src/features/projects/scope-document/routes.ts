import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { NewScopeDocument, ScopeDocument } from './schemas.ts'
import { deleteScopeDocument, uploadScopeDocument } from './service.ts'

export const scopeDocumentRoutes = formRoutes(
  routes('Projects', [
    route('POST /projects/:id/scope-document', {
      config: {
        access: 'signed-in',
        scope: 'projects:write',
        limit: 'upload',
        message: 'The scope document is uploaded.',
      },
      summary: 'Upload the scope document of a project',
      description: 'It replaces the previous one. For the owner, administrators, and collaborators with `can_edit`.',
      body: NewScopeDocument,
      response: responds(201, ScopeDocument, forbidden, notFound),
      run: uploadScopeDocument,
    }),
  ]),
)

export const scopeDocumentRemovalRoutes = routes('Projects', [
  route('DELETE /projects/:id/scope-document', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The scope document is deleted.' },
    summary: 'Delete the scope document of a project',
    description: 'With its file, permanently. For the owner, administrators, and collaborators with `can_edit`.',
    response: respondsMessage(forbidden, notFound),
    run: deleteScopeDocument,
  }),
])
