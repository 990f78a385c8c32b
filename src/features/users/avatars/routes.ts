import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { AvatarForm, NewAvatar } from './schemas.ts'
import { deleteAvatar, missingAvatar, updateAvatar } from './service.ts'

const config = { access: 'signed-in', scope: null, limit: 'upload', message: 'The picture is saved.' } as const
const description =
  'A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 ' +
  'pixels, and stored without metadata. Animated images are refused. The previous picture is deleted.'

export const avatarRoutes: Routes = formRoutes((app) => {
  // The specification has two paths for the same operation.
  for (const [path, operationId] of [
    ['/users/:id', 'changeProfilePhoto'],
    ['/users/:id/upload-avatar', 'changeAvatar'],
  ] as const)
    app.post(path, {
      config,
      schema: {
        operationId,
        summary: 'Change the picture of a user',
        description,
        tags: ['Users'],
        params: ids('id'),
        body: AvatarForm,
        response: responds(200, NewAvatar, forbidden, notFound, missingAvatar),
      },
      handler: (request) => updateAvatar(request.ctx, request.params.id, request.body),
    })

  app.post('/auth/update-profile-picture', {
    config: { ...config, limit: ['auth', 'upload'] },
    schema: {
      operationId: 'changeMyAvatar',
      summary: 'Change my picture',
      description,
      tags: ['Authentication and accounts'],
      body: AvatarForm,
      response: responds(200, NewAvatar, missingAvatar),
    },
    handler: (request) => updateAvatar(request.ctx, request.ctx.actor.id, request.body),
  })
})

export const avatarRemovalRoutes: Routes = (app) => {
  app.delete('/users/:id/avatar', {
    config: { access: 'signed-in', scope: null, message: 'The picture is removed.' },
    schema: {
      operationId: 'deleteAvatar',
      summary: 'Remove the picture of a user',
      description: 'For the user and administrators. The file is deleted; without a picture, nothing changes.',
      tags: ['Users'],
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteAvatar(request.ctx, request.params.id),
  })
}
