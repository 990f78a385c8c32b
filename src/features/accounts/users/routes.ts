import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import type { PersonalData } from '#features/feature.ts'
import { User, UserChange } from '#features/users/index.ts'
import { responds, respondsMessage, respondsStreamed } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { checkPasswordField } from '../passwords.ts'
import { reauthenticationNeeded } from '../step-up.ts'
import { deleteUser, exportOpen, exportUser, lastAdmin } from './personal-data.ts'
import { checkCurrentPasswordField, updateAccount } from './service.ts'

const Export = Type.Object(
  { exported_at: Type.String({ description: 'When the export was made.' }), profile: User },
  {
    title: 'UserExport',
    description: 'Everything the platform holds about the person, a key for each part of it.',
    additionalProperties: true,
  },
)

/** `personalData` is what the features store about a user. */
export const profileRoutes = (personalData: readonly PersonalData[]) =>
  routes('Users', [
    route('PUT /users/:id', {
      config: {
        access: 'signed-in',
        scope: null,
        message: 'The profile is saved.',
        check: [checkPasswordField, checkCurrentPasswordField],
      },
      operationId: 'changeUser',
      summary: 'Change a profile',
      description:
        'Any subset of the fields; for the user and administrators. A new `email` takes effect once it is verified. ' +
        'To change the own `email`, an account with a password needs `current_password`, another one a sign-in of the last 15 minutes. ' +
        'A new `password` needs `current_password` and signs out every other session. `role` is for administrators.',
      body: UserChange,
      response: responds(200, User, forbidden, notFound, reauthenticationNeeded),
      run: updateAccount,
    }),
    route('DELETE /users/:id', {
      config: { access: 'signed-in', scope: null, message: 'The account is deleted.' },
      operationId: 'deleteUser',
      summary: 'Delete an account',
      description:
        'Erases personal data. Data that other users need is kept and attributed to `Deleted user`. The own account needs a ' +
        'sign-in of the last 15 minutes (403 with `errors.reauthentication`).',
      response: respondsMessage(forbidden, notFound, lastAdmin, reauthenticationNeeded),
      run: (ctx, id) => deleteUser(ctx, id, personalData),
    }),
    route('GET /users/:id/export', {
      config: { discloses: true, access: 'signed-in', scope: 'admin:read' },
      operationId: 'exportUser',
      summary: 'Export all data of a user',
      description:
        'All data that the service stores about the user, as one object, which is sent while it is read. One export at a ' +
        'time (429). For the user and administrators.',
      response: respondsStreamed(Export, forbidden, notFound, exportOpen),
      run: (ctx, id) => exportUser(ctx, id, personalData),
    }),
  ])
