import { findTotpStep } from '#adapters/one-time-passwords.ts'
import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import type { Context, Transaction } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { toNetwork } from '#core/ip-network.ts'
import { createTooManyRequests, ensure } from '#core/problem.ts'
import { createRandomCharacters, hashToken } from '#core/random.ts'
import { foldText } from '#core/text-normalization.ts'
import { hasUsedNetwork } from '#features/activity/index.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'
import { notEnabled, notSetUp, wrongCode } from './problems.ts'
import { loginChallenges, recoveryCodes, twoFactorSecrets } from './queries.ts'

/** How many recovery codes a user gets. */
const recoveryCodeCount = 10
/** Without letters and digits that look alike; 16 characters have 80 bits. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** What a user entered, without spaces and hyphens, also those of typesetting. */
const normalizeCode = (code: string) => foldText(code).replace(/[\s-]/g, '')

const subjectOf = (userId: number) => `user ${userId} totp`

export const encryptTotpSecret = (ctx: Context, userId: number, secret: string) =>
  encryptSecret(ctx.config.appSecret, subjectOf(userId), secret)

/** A code that was found right and is not yet used up. */
export interface FoundCode {
  method: 'totp' | 'recovery_code'
  /** Uses the code up. Throws 422 if another request did so first. */
  use(tx: Transaction): Promise<void>
}

interface ExpectedCode {
  userId: number
  /** Whether the secret of a setup that is not finished is meant. */
  isSetup?: boolean
}

/**
 * Checks a code of the authenticator app, or a recovery code. Throws 422 for a wrong one, and 429 after too many wrong
 * ones: in 10 minutes from one network, and in an hour from networks that the user has never signed in from.
 */
export const checkCode = (ctx: Context, expected: ExpectedCode, code: string): Promise<FoundCode> =>
  checks.runExclusive(String(expected.userId), () => checkOnce(ctx, expected, normalizeCode(code)))

/** Codes of one user are checked one after the other, so that parallel guesses cannot exceed the limits. */
const checks = new KeyedMutex()

async function checkOnce(ctx: Context, expected: ExpectedCode, code: string): Promise<FoundCode> {
  const { userId } = expected
  const { loginFailures } = ctx.config.rateLimits
  const network = toNetwork(ctx.origin.address ?? '')
  const near = { key: [String(userId), network], limit: { limit: loginFailures, window: { minutes: 10 } } }
  const far = { key: [String(userId)], limit: { limit: 2 * loginFailures, window: { hours: 1 } } }
  const tooMany = 'Too many wrong codes, please try again later.'

  const wait = await retryAfterSeconds(ctx, 'second-factor', near.key, near.limit)
  if (wait !== null) throw createTooManyRequests(tooMany, wait)
  const farWait = await retryAfterSeconds(ctx, 'second-factor-account', far.key, far.limit)
  if (farWait !== null && !(await hasUsedNetwork(ctx, userId, network))) throw createTooManyRequests(tooMany, farWait)

  const found = await findCode(ctx, expected, code)
  if (found !== null) return found
  await countUse(ctx, 'second-factor', near.key, near.limit)
  await countUse(ctx, 'second-factor-account', far.key, far.limit)
  throw wrongCode
}

async function findCode(
  ctx: Context,
  { userId, isSetup = false }: ExpectedCode,
  code: string,
): Promise<FoundCode | null> {
  const known = await twoFactorSecrets.byUser.maybe(ctx, { user_id: userId })
  ensure(known !== null && (isSetup || known.enabled_at !== null), isSetup ? notSetUp : notEnabled)
  if (!/^\d{6}$/.test(code)) return isSetup ? null : findRecoveryCode(ctx, userId, code)
  const { encrypted_secret } = known
  const secret = await decryptSecret(ctx.config.appSecret, subjectOf(userId), encrypted_secret)
  if (secret === null) {
    ctx.log.error({ user_id: userId }, 'second factor unreadable: APP_SECRET differs from the one it was set up with')
    return null
  }
  const step = findTotpStep(secret, code, ctx.clock.now())
  if (step === null) return null
  return {
    method: 'totp',
    async use(tx) {
      const used = await twoFactorSecrets.useStep.run(tx, { user_id: userId, encrypted_secret, step })
      ensure(used === 1, wrongCode)
    },
  }
}

async function findRecoveryCode(ctx: Context, userId: number, code: string): Promise<FoundCode | null> {
  const known = { user_id: userId, code_hash: hashToken(code) }
  if ((await recoveryCodes.byHash.maybe(ctx, known)) === null) return null
  return {
    method: 'recovery_code',
    use: async (tx) => ensure((await recoveryCodes.use.run(tx, known)) === 1, wrongCode),
  }
}

/** Replaces the recovery codes of the user and returns the new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  await recoveryCodes.removeAll.run(tx, { user_id: userId })
  const codes = Array.from({ length: recoveryCodeCount }, () => createRandomCharacters(16, recoveryAlphabet))
  for (const code of codes) await recoveryCodes.add.run(tx, { user_id: userId, code_hash: hashToken(code) })
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Erases the second factor with an account, or when the account passes to the verified owner of its address. */
export async function eraseSecondFactor(tx: Transaction, userId: number): Promise<void> {
  await twoFactorSecrets.erase.run(tx, { user_id: userId })
  await recoveryCodes.removeAll.run(tx, { user_id: userId })
  await loginChallenges.removeAll.run(tx, { user_id: userId })
}
