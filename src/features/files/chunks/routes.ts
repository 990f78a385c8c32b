import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { AlreadyExists, responds, respondsOnce } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { ChunkReceived, CompletedFile, Completion, NewChunk, UploadState } from '../schemas.ts'
import { completeUpload, unknownType } from './assembly.ts'
import { differs } from './joined-chunks.ts'
import { receiveChunk, showUpload } from './service.ts'

export const chunkUploadRoutes = formRoutes(
  routes('File uploads', [
    route('POST /upload/chunk', {
      config: { access: 'signed-in', scope: 'files:write', limit: 'chunk', message: 'The chunk is received.' },
      summary: 'Upload a chunk of a large file',
      description:
        'In any order, in parallel, and as often as needed. The totals stay the same for all chunks of an upload. ' +
        'An upload that receives nothing for 24 hours is removed.',
      body: NewChunk,
      response: responds(200, ChunkReceived),
      run: receiveChunk,
    }),
  ]),
)

export const chunkRoutes = routes('File uploads', [
  route('GET /upload/chunk/:upload_id', {
    config: { access: 'signed-in', scope: 'files:read' },
    summary: 'Show which chunks arrived',
    description: 'To resume an interrupted upload.',
    params: Type.Object({ upload_id: Type.String({ maxLength: 100 }) }),
    response: responds(200, UploadState, notFound),
    run: showUpload,
  }),
  route('POST /upload/chunk/complete', {
    config: { access: 'signed-in', scope: 'files:write', limit: 'upload', message: 'The file is uploaded.' },
    operationId: 'completeUpload',
    summary: 'Assemble the chunks of a file',
    description: 'The first call returns 201; later calls return 200 with the same file.',
    body: Completion,
    response: respondsOnce(Type.Object({ file: CompletedFile }), notFound, unknownType, differs),
    async handler(request) {
      const { file, again } = await completeUpload(request.ctx, request.body)
      return again ? new AlreadyExists({ file }) : { file }
    },
  }),
])
