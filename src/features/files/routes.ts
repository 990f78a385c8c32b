import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { NewUpload, StorageUse, UploadedFile } from './schemas.ts'
import { checkUploadedFile, deleteFile, listFiles, uploadFile } from './service.ts'

export const uploadRoutes = formRoutes(
  routes('File uploads', [
    route('POST /upload', {
      config: {
        access: 'signed-in',
        scope: 'files:write',
        limit: 'upload',
        message: 'The file is uploaded.',
        check: checkUploadedFile,
      },
      summary: 'Upload a file',
      description:
        'The type of a file is determined by its content, and its name must match. Sizes: document 25 MB, image 10 MB, ' +
        'video 1 GB, audio 100 MB, avatar 5 MB, resume 10 MB, project_file 5 GB. Avatars are re-encoded at no more than 512 pixels wide and high.',
      body: NewUpload,
      response: responds(201, Type.Object({ file: UploadedFile })),
      run: uploadFile,
    }),
  ]),
)

export const fileRoutes = routes('File uploads', [
  route('GET /files', {
    config: { access: 'signed-in', scope: 'files:read' },
    summary: 'List the files I uploaded',
    description: 'Newest first.',
    query: Type.Object(Paging),
    response: respondsPage(UploadedFile, { extra: StorageUse }),
    run: listFiles,
  }),
  route('DELETE /files/:id', {
    config: { access: 'signed-in', scope: 'files:write', message: 'The file is deleted.' },
    summary: 'Delete a file I uploaded',
    description: 'Permanently: its address stops working. Only my own; files of other users are not found (404).',
    response: respondsMessage(notFound),
    run: deleteFile,
  }),
])
