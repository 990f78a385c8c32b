import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids, Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { NewUpload, StorageUse, UploadedFile } from './schemas.ts'
import { checkUploadedFile, deleteFile, listFiles, uploadFile } from './service.ts'

const tags = ['File uploads']

export const uploadRoutes: Routes = formRoutes((app) => {
  app.post('/upload', {
    config: {
      access: 'signed-in',
      scope: 'files:write',
      limit: 'upload',
      message: 'The file is uploaded.',
      check: checkUploadedFile,
    },
    schema: {
      operationId: 'uploadFile',
      summary: 'Upload a file',
      description:
        'The type of a file is determined by its content, and its name must match. Sizes: document 25 MB, image 10 MB, ' +
        'video 1 GB, audio 100 MB, avatar 5 MB, resume 10 MB, project_file 5 GB. Avatars are re-encoded at no more than 512 pixels wide and high.',
      tags,
      body: NewUpload,
      response: responds(201, Type.Object({ file: UploadedFile })),
    },
    handler: (request) => uploadFile(request.ctx, request.body),
  })
})

export const fileRoutes: Routes = (app) => {
  app.get('/files', {
    config: { access: 'signed-in', scope: 'files:read' },
    schema: {
      operationId: 'listFiles',
      summary: 'List the files I uploaded',
      description: 'Newest first.',
      tags,
      querystring: Type.Object(Paging),
      response: respondsPage(UploadedFile, { extra: StorageUse }),
    },
    handler: (request) => listFiles(request.ctx, request.query),
  })

  app.delete('/files/:id', {
    config: { access: 'signed-in', scope: 'files:write', message: 'The file is deleted.' },
    schema: {
      operationId: 'deleteFile',
      summary: 'Delete a file I uploaded',
      description: 'Permanently: its address stops working. Only my own; files of other users are not found (404).',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => deleteFile(request.ctx, request.params.id),
  })
}
