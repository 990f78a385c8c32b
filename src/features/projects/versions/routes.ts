import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUpload } from '#features/files/index.ts'
import { createErrorResponses, responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { NewestVersion, NewVersion, ProjectVersion } from './schemas.ts'
import { deleteVersion, getLatestVersionUrl, listVersions, uploadVersion } from './service.ts'

const tags = ['Projects']

export const versionUploadRoutes: Routes = formRoutes((app) => {
  app.post('/projects/:id/versions', {
    config: {
      access: 'signed-in',
      scope: 'projects:write',
      limit: 'upload',
      message: 'The version is uploaded.',
      check: checkUpload,
    },
    schema: {
      operationId: 'uploadVersion',
      summary: 'Upload a version of a project',
      description:
        'With a `file`, or with the `file_id` of a completed upload, so that large uploads can be resumed. For the ' +
        'owner, administrators, and collaborators with `can_upload_versions`.',
      tags,
      params: ids('id'),
      body: NewVersion,
      response: responds(201, Type.Object({ version: NewestVersion }), forbidden, notFound),
    },
    handler: (request) => uploadVersion(request.ctx, request.params.id, request.body),
  })
})

export const versionRoutes: Routes = (app) => {
  app.get('/projects/:id/versions', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    schema: {
      operationId: 'listVersions',
      summary: 'List the versions of a project',
      description: 'Newest first; for all users who can see the project.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(ProjectVersion), forbidden, notFound),
    },
    handler: (request) => listVersions(request.ctx, request.params.id),
  })

  app.get('/projects/:id/versions/latest', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read', raw: true },
    schema: {
      operationId: 'latestVersion',
      summary: 'Go to the newest version of a project',
      description: 'A redirect to its file by a link that is valid for one hour; 404 if there is none.',
      tags,
      params: ids('id'),
      response: {
        302: Type.Null({ description: 'To the file.' }),
        ...createErrorResponses([401, 403, 404, 429, 500, 503]),
      },
    },
    async handler(request, reply) {
      const url = await getLatestVersionUrl(request.ctx, request.params.id)
      return reply.header('Cache-Control', 'no-store').redirect(url, 302)
    },
  })

  app.delete('/projects/:id/versions/:version_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The version is deleted.' },
    schema: {
      operationId: 'deleteVersion',
      summary: 'Delete a version of a project',
      description:
        'With its file, permanently. For the owner, administrators, and the collaborator who uploaded it and may upload ' +
        'versions. Its number can be used again.',
      tags,
      params: ids('id', 'version_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteVersion(request.ctx, request.params.id, request.params.version_id),
  })
}
