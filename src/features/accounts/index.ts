import type { Feature } from '#features/feature.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { emailVerificationRoutes } from './email-verification/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { passkeyTaken } from './passkeys/problems.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { mailResetLink } from './password-reset/service.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { emailTaken } from './sessions/service.ts'
import { sweepExpiredTokens } from './sweep.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { accountPersonalData } from './users/personal-data.ts'
import { userRoutes } from './users/read-routes.ts'

export { describeAccess, endAllSessions, endOneSession, restoreAccount, suspendAccount } from './administration.ts'
export { ApiKey } from './api-keys/schemas.ts'
export { addAdmin, createFirstAdmin, type FirstAdmin } from './first-admin.ts'
export {
  findInvitation,
  inviteUser,
  isInvitationExpired,
  listOpenInvitations,
  renewInvitation,
} from './invitations/service.ts'
export { sendResetLink } from './password-reset/service.ts'
export { createSignInLink } from './password-sign-in.ts'
export { authenticate, emailTaken, findValidTokens } from './sessions/service.ts'
export { ensureStepUp, reauthenticationNeeded } from './step-up.ts'
export { removeSecondFactor } from './two-factor/service.ts'
export { eraseAccount } from './users/personal-data.ts'
export { profileRoutes } from './users/routes.ts'
export { lastAdminRole, updateAccount } from './users/service.ts'
export { mailAboutAdminAct, mailNewCredential } from './warnings.ts'

export const accounts: Feature = {
  routes: [
    sessionRoutes,
    twoFactorRoutes,
    passkeyRoutes,
    apiKeyRoutes,
    emailVerificationRoutes,
    passwordResetRoutes,
    invitationRoutes,
    identityRoutes,
    userRoutes,
  ],
  personalData: accountPersonalData,
  tasks: [sweepExpiredTokens, mailResetLink],
  schedules: [{ name: 'sweep_expired_tokens', cron: '17 * * * *', task: sweepExpiredTokens }],
  conflicts: { users_email_unique: emailTaken, passkeys_credential_id_unique: passkeyTaken },
}
