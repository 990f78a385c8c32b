import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { AvatarForm, NewAvatar } from './schemas.ts'
import { deleteAvatar, missingAvatar, updateAvatar } from './service.ts'

const config = { access: 'signed-in', scope: null, limit: 'upload', message: 'The picture is saved.' } as const
const description =
  'A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 ' +
  'pixels, and stored without metadata. Animated images are refused. The previous picture is deleted.'

export const avatarRoutes = formRoutes(
  routes('Users', [
    // The specification has two paths for the same operation.
    ...(
      [
        ['/users/:id', 'changeProfilePhoto'],
        ['/users/:id/upload-avatar', 'changeAvatar'],
      ] as const
    ).map(([path, operationId]) =>
      route(`POST ${path}`, {
        config,
        operationId,
        summary: 'Change the picture of a user',
        description,
        body: AvatarForm,
        response: responds(200, NewAvatar, forbidden, notFound, missingAvatar),
        run: updateAvatar,
      }),
    ),
    route('POST /auth/update-profile-picture', {
      tag: 'Authentication and accounts',
      config: { ...config, limit: ['auth', 'upload'] },
      operationId: 'changeMyAvatar',
      summary: 'Change my picture',
      description,
      body: AvatarForm,
      response: responds(200, NewAvatar, missingAvatar),
      run: (ctx, body) => updateAvatar(ctx, ctx.actor.id, body),
    }),
  ]),
)

export const avatarRemovalRoutes = routes('Users', [
  route('DELETE /users/:id/avatar', {
    config: { access: 'signed-in', scope: null, message: 'The picture is removed.' },
    summary: 'Remove the picture of a user',
    description: 'For the user and administrators. The file is deleted; without a picture, nothing changes.',
    response: respondsMessage(forbidden, notFound),
    run: deleteAvatar,
  }),
])
