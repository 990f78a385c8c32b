/** What payment gateways remember in the database: tokens that all instances share, and results that come later. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayStore, NewToken } from '#adapters/payments/store.ts'
import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import type { Platform } from '#context.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { defineTask } from './tasks.ts'

const states = {
  add: prepare((q, p: { gateway: string }) =>
    q
      .insertInto('gateway_states')
      .values({ gateway: p.gateway, version: 0 })
      .onConflict((conflict) => conflict.column('gateway').doNothing()),
  ),

  find: prepare((q, p: { gateway: string }) =>
    q
      .selectFrom('gateway_states')
      .select(['gateway', 'token', 'expires_at', 'version', 'renewed_until', 'pulled_at'])
      .where('gateway', '=', p.gateway),
  ),

  /** Begins to renew the token, for the first who does. */
  claim: prepare((q, p: { gateway: string; version: number; now: string; until: string }) =>
    q
      .updateTable('gateway_states')
      .set({ renewed_until: p.until })
      .where('gateway', '=', p.gateway)
      .where('version', '=', p.version)
      .where((eb) => eb.or([eb('renewed_until', 'is', null), eb('renewed_until', '<', p.now)])),
  ),

  save: prepare((q, p: { gateway: string; version: number; token: string; expires_at: string }) =>
    q
      .updateTable('gateway_states')
      .set((eb) => ({ token: p.token, expires_at: p.expires_at, version: eb('version', '+', 1), renewed_until: null }))
      .where('gateway', '=', p.gateway)
      .where('version', '=', p.version),
  ),

  release: prepare((q, p: { gateway: string; version: number }) =>
    q
      .updateTable('gateway_states')
      .set({ renewed_until: null })
      .where('gateway', '=', p.gateway)
      .where('version', '=', p.version),
  ),

  markPulled: prepare((q, p: { gateway: string; at: string }) =>
    q.updateTable('gateway_states').set({ pulled_at: p.at }).where('gateway', '=', p.gateway),
  ),
}

const results = {
  find: prepare((q, p: { gateway: string; key: string }) =>
    q
      .selectFrom('gateway_results')
      .select(['code', 'requested_at'])
      .where('gateway', '=', p.gateway)
      .where('key', '=', p.key),
  ),

  begin: prepare((q, p: { gateway: string; key: string; now: string }) =>
    q
      .insertInto('gateway_results')
      .values({ gateway: p.gateway, key: p.key, code: null, requested_at: p.now })
      .onConflict((conflict) => conflict.columns(['gateway', 'key']).doUpdateSet({ requested_at: p.now })),
  ),

  set: prepare((q, p: { gateway: string; key: string; code: string }) =>
    q
      .updateTable('gateway_results')
      .set({ code: p.code })
      .where('gateway', '=', p.gateway)
      .where('key', '=', p.key)
      .where('code', 'is', null),
  ),

  sweep: prepare((q, p: { until: string }) => q.deleteFrom('gateway_results').where('requested_at', '<', p.until)),
}

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>

/** A token is not used for its last minute, because a request takes time. */
const margin: Duration = { seconds: 60 }
/** After this long another instance may renew the token, because the one that began has ended. */
const leaseDuration: Duration = { seconds: 30 }
const waitMs = 100
const maxWaits = 200
/** How long results are of use: refunds are given up after about two days. */
const keptFor: Duration = { days: 30 }

const getSubject = (gateway: string) => `token of ${gateway}`

export const createGatewayStore = (parts: Parts): GatewayStore => ({
  getToken: (gateway, refused, request) => getToken(parts, gateway, refused, request),
  findResult: (gateway, key) => results.find.maybe(parts, { gateway, key }),
  async beginResult(gateway, key) {
    await results.begin.run(parts, { gateway, key, now: parts.clock.now() })
  },
})

async function getToken(
  parts: Parts,
  gateway: string,
  refused: string | null,
  request: () => Promise<NewToken>,
): Promise<string> {
  for (let waits = 0; waits < maxWaits; waits++) {
    const state = await states.find.maybe(parts, { gateway })
    const token = state === null ? null : await readToken(parts, state)
    if (token !== null && token !== refused) return token
    if (state === null) await states.add.run(parts, { gateway })
    else if (await isClaimed(parts, state)) return renewToken(parts, state, request)
    else await sleep(waitMs)
  }
  throw new Error(`The token of ${gateway} is being renewed for too long.`)
}

type State = Awaited<ReturnType<typeof states.find.one>>

async function readToken({ config, clock }: Parts, { gateway, token, expires_at }: State): Promise<string | null> {
  if (token === null || expires_at === null || subtractDuration(expires_at, margin) <= clock.now()) return null
  return decryptSecret(config.appSecret, getSubject(gateway), token)
}

async function isClaimed(parts: Parts, { gateway, version }: State): Promise<boolean> {
  const now = parts.clock.now()
  return (await states.claim.run(parts, { gateway, version, now, until: addDuration(now, leaseDuration) })) === 1
}

async function renewToken(
  parts: Parts,
  { gateway, version }: State,
  request: () => Promise<NewToken>,
): Promise<string> {
  const { clock, config } = parts
  try {
    const { token, validSeconds } = await request()
    const expires_at = addDuration(clock.now(), { seconds: validSeconds })
    const encrypted = await encryptSecret(config.appSecret, getSubject(gateway), token)
    await states.save.run(parts, { gateway, version, token: encrypted, expires_at })
    return token
  } catch (error) {
    await states.release.run(parts, { gateway, version })
    throw error
  }
}

/** Records the result of a request that was sent; the first one counts. */
export async function recordGatewayResult(parts: Parts, gateway: string, key: string, code: string): Promise<void> {
  await results.set.run(parts, { gateway, key, code })
}

/** Returns until when the money of a gateway was listed; null when it never was. */
export async function findPullTime(parts: Parts, gateway: string): Promise<string | null> {
  return (await states.find.maybe(parts, { gateway }))?.pulled_at ?? null
}

export async function markPulled(parts: Parts, gateway: string, at: string): Promise<void> {
  await states.add.run(parts, { gateway })
  await states.markPulled.run(parts, { gateway, at })
}

/** Deletes the results of old requests. */
export const sweepGatewayResults = defineTask<Record<string, never>>({
  kind: 'sweep_gateway_results',
  async handle(ctx) {
    await results.sweep.run(ctx, { until: subtractDuration(ctx.clock.now(), keptFor) })
  },
})
