import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { SignedQuery } from '#core/signed-links.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { sendFile } from '#http/file-reply.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import type { Routes } from '#http/routes.ts'
import { Material, NewMaterial } from './schemas.ts'
import { addMaterial, checkMaterialFile, downloadMaterial, listMaterials, removeMaterial } from './service.ts'

export const materialUploadRoutes = formRoutes(
  routes('Exams and certificates', [
    route('POST /exams/:id/study-materials', {
      config: {
        access: 'signed-in',
        scope: 'exams:write',
        limit: 'upload',
        message: 'The material is added.',
        check: checkMaterialFile,
      },
      summary: 'Add study material to an exam',
      description: 'For the owner of the exam and administrators.',
      body: NewMaterial,
      response: responds(201, Material, forbidden, notFound),
      run: addMaterial,
    }),
  ]),
)

/** A player that requests ranges of a video downloads it once. */
const isFirstPart = (range: string | undefined) => range === undefined || /^bytes=0-/.test(range)

export const materialRoutes: Routes = (app) => {
  routes('Exams and certificates', [
    route('GET /exams/:id/study-materials', {
      config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
      summary: 'List the study materials of an exam',
      description: 'For all users who can see the exam; drafts of other authors are not found (404).',
      response: responds(200, Type.Array(Material), notFound),
      run: listMaterials,
    }),
    route('DELETE /exams/:id/study-materials/:material_id', {
      config: { access: 'signed-in', scope: 'exams:write', message: 'The material is removed.' },
      summary: 'Remove study material from an exam',
      description: 'For the owner of the exam and administrators.',
      response: respondsMessage(forbidden, notFound),
      run: removeMaterial,
    }),
  ])(app)

  // Not part of the API description, like all addresses of files.
  app.get('/exams/:id/study-materials/:material_id/download', {
    config: { access: 'public', raw: true },
    schema: { params: ids('id', 'material_id'), querystring: SignedQuery },
    async handler(request, reply) {
      const { ctx, params, query, method, headers } = request
      const counts = method === 'GET' && isFirstPart(headers.range)
      const asked = { ...query, exam_id: params.id, id: params.material_id, counts }
      return sendFile(request, reply, await downloadMaterial(ctx, asked))
    },
  })
}
