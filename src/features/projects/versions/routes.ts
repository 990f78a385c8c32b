import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { checkUpload } from '#features/files/index.ts'
import { createErrorResponses, responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { NewestVersion, NewVersion, ProjectVersion } from './schemas.ts'
import { deleteVersion, getLatestVersionUrl, listVersions, uploadVersion } from './service.ts'

export const versionUploadRoutes = formRoutes(
  routes('Projects', [
    route('POST /projects/:id/versions', {
      config: {
        access: 'signed-in',
        scope: 'projects:write',
        limit: 'upload',
        message: 'The version is uploaded.',
        check: checkUpload,
      },
      summary: 'Upload a version of a project',
      description:
        'With a `file`, or with the `file_id` of a completed upload, so that large uploads can be resumed. For the ' +
        'owner, administrators, and collaborators with `can_upload_versions`.',
      body: NewVersion,
      response: responds(201, Type.Object({ version: NewestVersion }), forbidden, notFound),
      run: uploadVersion,
    }),
  ]),
)

export const versionRoutes = routes('Projects', [
  route('GET /projects/:id/versions', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    summary: 'List the versions of a project',
    description: 'Newest first; for all users who can see the project.',
    response: responds(200, Type.Array(ProjectVersion), forbidden, notFound),
    run: listVersions,
  }),
  route('GET /projects/:id/versions/latest', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read', raw: true },
    operationId: 'latestVersion',
    summary: 'Go to the newest version of a project',
    description: 'A redirect to its file by a link that is valid for one hour; 404 if there is none.',
    response: {
      302: Type.Null({ description: 'To the file.' }),
      ...createErrorResponses([401, 403, 404, 429, 500, 503]),
    },
    async handler(request, reply) {
      const url = await getLatestVersionUrl(request.ctx, request.params.id)
      return reply.header('Cache-Control', 'no-store').redirect(url, 302)
    },
  }),
  route('DELETE /projects/:id/versions/:version_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The version is deleted.' },
    summary: 'Delete a version of a project',
    description:
      'With its file, permanently. For the owner, administrators, and the collaborator who uploaded it and may upload ' +
      'versions. Its number can be used again.',
    response: respondsMessage(forbidden, notFound),
    run: deleteVersion,
  }),
])
