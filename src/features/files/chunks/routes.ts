import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { Again, responds, respondsOnce } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { ChunkReceived, CompletedFile, Completion, NewChunk, UploadState } from '../files/schemas.ts'
import { completeUpload, unknownType } from './assembly.ts'
import { differs } from './join.ts'
import { beyondTotal, emptyChunk, receiveChunk, showUpload, tooMuch } from './service.ts'

const tags = ['File uploads']

export const chunkUploadRoutes: Routes = formRoutes((app) => {
  app.post('/upload/chunk', {
    config: { access: 'signed-in', limit: 'chunk', message: 'The chunk is received.' },
    schema: {
      operationId: 'receiveChunk',
      summary: 'Send a part of a large file',
      description:
        'In any order, in parallel, and as often as needed. The totals stay the same for all chunks of an upload. ' +
        'An upload nothing is sent to for 24 hours is removed.',
      tags,
      body: NewChunk,
      response: responds(200, ChunkReceived, beyondTotal, emptyChunk, tooMuch),
    },
    handler: (request) => receiveChunk(request.ctx, request.body),
  })
})

export const chunkRoutes: Routes = (app) => {
  app.get('/upload/chunk/:upload_id', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'showUpload',
      summary: 'Show which chunks arrived',
      description: 'To go on with an upload that was interrupted.',
      tags,
      params: Type.Object({ upload_id: Type.String({ maxLength: 100 }) }),
      response: responds(200, UploadState, notFound),
    },
    handler: (request) => showUpload(request.ctx, request.params.upload_id),
  })

  app.post('/upload/chunk/complete', {
    config: { access: 'signed-in', limit: 'upload', message: 'The file is uploaded.' },
    schema: {
      operationId: 'completeUpload',
      summary: 'Put the chunks of a file together',
      description: 'The first call answers 201; later ones answer 200 with the same file.',
      tags,
      body: Completion,
      response: respondsOnce(Type.Object({ file: CompletedFile }), notFound, unknownType, differs),
    },
    async handler(request) {
      const { file, again } = await completeUpload(request.ctx, request.body)
      return again ? new Again({ file }) : { file }
    },
  })
}
