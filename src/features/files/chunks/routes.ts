import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { AlreadyExists, responds, respondsOnce } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { ChunkReceived, CompletedFile, Completion, NewChunk, UploadState } from '../schemas.ts'
import { completeUpload, unknownType } from './assembly.ts'
import { differs } from './join.ts'
import { receiveChunk, showUpload } from './service.ts'

const tags = ['File uploads']

export const chunkUploadRoutes: Routes = formRoutes((app) => {
  app.post('/upload/chunk', {
    config: { access: 'signed-in', scope: 'files:write', limit: 'chunk', message: 'The chunk is received.' },
    schema: {
      operationId: 'receiveChunk',
      summary: 'Upload a chunk of a large file',
      description:
        'In any order, in parallel, and as often as needed. The totals stay the same for all chunks of an upload. ' +
        'An upload that receives nothing for 24 hours is removed.',
      tags,
      body: NewChunk,
      response: responds(200, ChunkReceived),
    },
    handler: (request) => receiveChunk(request.ctx, request.body),
  })
})

export const chunkRoutes: Routes = (app) => {
  app.get('/upload/chunk/:upload_id', {
    config: { access: 'signed-in', scope: 'files:read' },
    schema: {
      operationId: 'showUpload',
      summary: 'Show which chunks arrived',
      description: 'To resume an interrupted upload.',
      tags,
      params: Type.Object({ upload_id: Type.String({ maxLength: 100 }) }),
      response: responds(200, UploadState, notFound),
    },
    handler: (request) => showUpload(request.ctx, request.params.upload_id),
  })

  app.post('/upload/chunk/complete', {
    config: { access: 'signed-in', scope: 'files:write', limit: 'upload', message: 'The file is uploaded.' },
    schema: {
      operationId: 'completeUpload',
      summary: 'Assemble the chunks of a file',
      description: 'The first call returns 201; later calls return 200 with the same file.',
      tags,
      body: Completion,
      response: respondsOnce(Type.Object({ file: CompletedFile }), notFound, unknownType, differs),
    },
    async handler(request) {
      const { file, again } = await completeUpload(request.ctx, request.body)
      return again ? new AlreadyExists({ file }) : { file }
    },
  })
}
