import { Type } from 'typebox'
import { Problem } from '#core/problem.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { createErrorResponses, responds } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { translate } from '#language/translation.ts'
import { showJson, showPage } from '#pages/replies.ts'
import { renderCodePage } from '../verification/page.ts'
import { renderExaminationPage } from './page.ts'
import { ExaminationForm, ExaminedCredential } from './schemas.ts'
import { verifyUploadedCredential } from './service.ts'

const page = { 'text/html': { schema: Type.String() } }
const errors = createErrorResponses([400, 413, 415, 422, 429, 500, 503])

const examined = {
  description: 'What was found out: as a page, or as JSON to `Accept: application/json`.',
  content: { 'application/json': { schema: responds(200, ExaminedCredential)[200] }, ...page },
}
const refused = {
  description: 'There is no credential in this file, or checking it would take too much time or memory.',
  content: { 'application/json': { schema: errors[422] }, ...page },
}

export const examinationRoutes = formRoutes(
  routes('Exams and certificates', [
    route('POST /certificates/verify', {
      config: { access: 'public', limit: 'upload', raw: true },
      operationId: 'examineCredential',
      summary: 'Check the credential in a file',
      description:
        'Needs no token. Takes a PDF, SVG, PNG, JSON or JWT file with an Open Badges 3.0 or W3C credential of any issuer, and says what is ' +
        'proven, what is refuted and what could not be checked. Files of one network are checked one after the other; a 503 says nothing about the file. Returns a page, unless `Accept` prefers `application/json`. The file is not kept.',
      body: ExaminationForm,
      response: { 200: examined, ...errors, 422: refused },
      async handler(request, reply) {
        const { ctx, body } = request
        const { basePath } = ctx.config
        const isJson = isJsonPreferred(request, reply)
        reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'no-store')
        try {
          const examined = await verifyUploadedCredential(ctx, body.file.path, body.email?.trim() || null)
          if (isJson) return showJson(reply, ctx, examined)
          return showPage(reply, ctx, (writer) => renderExaminationPage(writer, examined, basePath))
        } catch (error) {
          if (isJson || !(error instanceof Problem) || error.status !== 422) throw error
          const notice = translate(error.sentence, ctx.wording)
          return showPage(reply.code(422), ctx, (writer) => renderCodePage(writer, basePath, { notice }))
        }
      },
    }),
  ]),
)
