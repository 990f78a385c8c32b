import type { Transaction } from '#context.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import type { TwoFactorRequired } from '../schemas.ts'
import { loginChallenges } from './queries.ts'

/** How long the user has to enter a code. */
const validFor = { minutes: 10 }
/** After this many wrong codes, the login must start again. */
const attemptsPerChallenge = 5

interface Account {
  user_id: number
  login_method: string
  recovery_codes_left: number
  has_passkey: boolean
}

/** Creates the challenge of a login that needs a second factor; only its hash is stored. */
export async function createChallenge(
  tx: Transaction,
  { user_id, login_method, recovery_codes_left, has_passkey }: Account,
): Promise<TwoFactorRequired> {
  const challenge = createRandomText(32)
  const expires_at = addDuration(tx.clock.now(), validFor)
  const attempts_left = attemptsPerChallenge
  const challenge_hash = hashToken(challenge)
  await loginChallenges.add.run(tx, { challenge_hash, user_id, login_method, attempts_left, expires_at })
  const methods: TwoFactorRequired['methods'] = ['totp']
  if (recovery_codes_left > 0) methods.push('recovery_code')
  if (has_passkey) methods.push('passkey')
  return { two_factor_required: true, challenge, methods, expires_at }
}
