import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Context, type Origin, runInTransaction, type Transaction } from '#context.ts'
import { toNeighborhood, toNetwork } from '#core/ip-network.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { subtractDuration } from '#core/time.ts'
import { parseUserAgent } from '#core/user-agent.ts'
import { listSignIns, recordActivity } from '#features/activity/index.ts'
import type { User } from '#features/users/index.ts'
import { embed, type FilledSentence, fill, type Verbatim, verbatim } from '#language/sentence.ts'
import { countUse } from '#platform/throttle.ts'
import { tokens } from './queries.ts'
import { knownDevices } from './sign-in-queries.ts'
import { mailNewDevice } from './warnings.ts'

/** A device that was not seen for longer is new again. */
export const rememberedFor = { days: 90 }

const mailsPerDay = 10

const invalidLink = createFieldProblem('token', 'This link is invalid, or the session has ended already.')

/** Describes the device, like `Firefox on Linux`, or by the name of the program. */
export function describeDevice({ userAgent }: Pick<Origin, 'userAgent'>): FilledSentence | Verbatim {
  if (!userAgent) return embed('Unknown device')
  const { browser, system } = parseUserAgent(userAgent)
  if (browser) return system ? fill('{browser} on {system}', { browser, system }) : verbatim(browser)
  const program = userAgent.split(/[/\s]/)[0]
  return program ? verbatim(program) : embed('Unknown device')
}

/** Mails the user about a session of a device and network that were not seen in the last 90 days. */
export async function mailAboutNewDevice(tx: Transaction, user: User, sessionId: number): Promise<void> {
  const device = describeDevice(tx.origin)
  const address = tx.origin.address ?? ''
  const device_hash = hashToken(JSON.stringify([device, toNeighborhood(address)]))
  const isNew = await isNewDevice(tx, user.id, device_hash)
  await knownDevices.see.run(tx, { user_id: user.id, device_hash, now: tx.clock.now() })
  if (!isNew) return
  // A stranger with the password could otherwise fill the mailbox from many networks.
  const limit = { limit: mailsPerDay, window: { days: 1 } }
  if ((await countUse(tx, 'new-device-mails', [String(user.id)], limit)) !== null) return
  await mailNewDevice(tx, user, { device, address, endToken: createEndToken(tx, sessionId) })
}

async function isNewDevice(tx: Transaction, userId: number, device_hash: string): Promise<boolean> {
  const since = subtractDuration(tx.clock.now(), rememberedFor)
  const known = await knownDevices.lastSeen.maybe(tx, { user_id: userId, device_hash })
  if (known !== null) return known.last_seen_at <= since
  if ((await knownDevices.any.maybe(tx, { user_id: userId })) !== null) return true
  // Devices may not have been recorded yet; then the networks of earlier sign-ins decide, and the first one is not new.
  const signIns = await listSignIns(tx, userId)
  const network = toNetwork(tx.origin.address ?? '')
  return signIns.length > 0 && !signIns.some((signIn) => signIn.network === network && signIn.time > since)
}

/** The token in the mail is derived from the session, so that no table stores it. */
const createEndToken = ({ config }: Pick<Context, 'config'>, sessionId: number): string =>
  `${sessionId}-${createHmac('sha256', config.appSecret).update(`end session ${sessionId}`).digest('base64url')}`

/** Ends a session by the token of the mail about it. */
export function endAnnouncedSession(ctx: Context, { token }: { token: string }): Promise<void> {
  const [, id = ''] = /^(\d{1,15})-/.exec(token) ?? []
  const input = Buffer.from(token)
  const right = Buffer.from(createEndToken(ctx, Number(id)))
  ensure(id !== '' && input.length === right.length && timingSafeEqual(input, right), invalidLink)
  return runInTransaction(ctx, async (tx) => {
    const session = await tokens.end.maybe(tx, { id: Number(id) })
    // The link was used already, or the session has ended otherwise.
    if (session === null) return
    tx.signal(session.user_id)
    await recordActivity(tx, 'logout', {
      userId: session.user_id,
      description: 'Ended a session by the link in a mail',
    })
  })
}
