import { Type } from 'typebox'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { translate } from '#language/translation.ts'
import { createCv, showResume } from './service.ts'

const errors = createErrorResponses([401, 403, 404, 422, 429, 500, 503])

export const resumeRoutes = routes('Researchers', [
  route('GET /users/:id/resume.json', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read', raw: true },
    operationId: 'showResume',
    summary: 'Show a resume as JSON Resume',
    description:
      'The profile of a researcher in the form of https://jsonresume.org, which other services read. For those who may see the profile; ' +
      '404 for users without one.',
    response: {
      200: {
        description: 'The resume.',
        content: {
          'application/json': { schema: Type.Object({}, { title: 'JsonResume', additionalProperties: true }) },
        },
      },
      ...errors,
    },
    handler: async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .type('application/json')
        .send(JSON.stringify(await showResume(request.ctx, request.params.id))),
  }),
  route('GET /users/:id/resume.pdf', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read', raw: true },
    operationId: 'downloadCv',
    summary: 'Download a curriculum vitae',
    description:
      'The profile of a researcher as a PDF for people and screen readers, in the language of the researcher. For those who may see the ' +
      'profile; 404 for users without one. It has the newest 200 publications and says how many others there are.',
    response: {
      200: {
        description: 'The curriculum vitae.',
        content: { 'application/pdf': { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
      },
      ...errors,
    },
    async handler(request, reply) {
      const content = await createCv(request.ctx, request.params.id)
      const name = formatFileName(translate('Curriculum vitae', request.ctx.wording), 'pdf')
      return reply
        .header('Content-Disposition', formatContentDisposition('attachment', name))
        .header('Cache-Control', 'no-store')
        .type('application/pdf')
        .send(content)
    },
  }),
])
