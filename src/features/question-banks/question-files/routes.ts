import { Type } from 'typebox'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { notFound } from '#core/problem.ts'
import { createErrorResponses, responds } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { tooLongQuestions, tooManyQuestions } from '../banks/service.ts'
import { tooCostly } from './question-file.ts'
import { ExportOmission, ExportQuery, ImportedQuestion, QuestionDocument, QuestionFile } from './schemas.ts'
import { exportQuestions, importQuestions, listExportOmissions, tooManyImported } from './service.ts'

const binary = { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) }
const questionFile = {
  description: 'The file.',
  content: {
    'application/json': { schema: QuestionDocument },
    'application/xml': binary,
    'text/csv': binary,
    'text/plain': binary,
  },
}

export const questionFileRoutes = formRoutes(
  routes('Exams and certificates', [
    route('POST /question-banks/:id/import', {
      config: { access: 'signed-in', scope: 'exams:write', limit: 'upload', message: 'The file was read.' },
      summary: 'Import the questions of a file into a question bank',
      description:
        'For the owner of the bank, its editors and administrators. GIFT, Aiken, Moodle XML, QTI 1.2 and 2.1 (`.xml`, `.zip`, `.imscc`), CSV, and the JSON of the ' +
        'export, with at most 1,000 questions. A question that cannot be read, or that exams cannot ask, is `refused` and stops no other one. HTML becomes ' +
        'Markdown. Pictures of the file become public files of the caller, as with `POST /upload`.',
      body: QuestionFile,
      response: responds(
        200,
        Type.Array(ImportedQuestion),
        notFound,
        tooCostly,
        tooManyImported,
        tooManyQuestions,
        tooLongQuestions,
      ),
      run: importQuestions,
    }),
  ]),
)

export const questionExportRoutes = routes('Exams and certificates', [
  route('GET /question-banks/:id/export', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', raw: true },
    operationId: 'exportQuestions',
    summary: 'Download the questions of a question bank as a file',
    description:
      'For the owner of the bank, its editors and administrators. `json` contains everything, and pictures as `moodle_xml` does (at most 20 MB). What the other formats leave out is ' +
      'listed by `GET /question-banks/{id}/export/omissions`.',
    query: ExportQuery,
    response: { 200: questionFile, ...createErrorResponses([401, 404, 422, 429, 500, 503]) },
    async handler(request, reply) {
      const { title, file } = await exportQuestions(request.ctx, request.params.id, request.query.format)
      return reply
        .header('Content-Disposition', formatContentDisposition('attachment', formatFileName(title, file.extension)))
        .header('Cache-Control', 'no-store')
        .type(file.type)
        .send(Buffer.from(file.bytes))
    },
  }),
  route('GET /question-banks/:id/export/omissions', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'listExportOmissions',
    summary: 'List what a format of the export leaves out',
    description: 'For the owner of the bank, its editors and administrators. Empty for `json`.',
    query: ExportQuery,
    response: responds(200, Type.Array(ExportOmission), notFound),
    run: (ctx, id, query) => listExportOmissions(ctx, id, query.format),
  }),
])
