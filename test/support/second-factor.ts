/** Sets up second factors and passkeys over HTTP, as an authenticator app and a browser do. */

import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { createUniqueEmail, type TestApp } from './app.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { Client, Reply } from './client.ts'
import type { FakeClock } from './clock.ts'
import { signIn } from './sign-in.ts'

/** The code of the authenticator app, by the clock of the service; `steps` later or earlier. */
export const computeCode = (secret: string, clock: Pick<FakeClock, 'now'>, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.parse(clock.now()) + steps * 30_000 })

/** A code that is not right at this time. */
export function computeWrongCode(secret: string, clock: Pick<FakeClock, 'now'>): string {
  const right = [-1, 0, 1].map((steps) => computeCode(secret, clock, steps))
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))
  assert.ok(wrong)
  return wrong
}

export interface SecondFactor {
  secret: string
  recoveryCodes: string[]
  /** An unused code: time moves on by one step, because a code works once. */
  nextCode(): string
}

/** Turns the second factor of a user on. */
export async function enableTwoFactor({ clock }: Pick<TestApp, 'clock'>, client: Client): Promise<SecondFactor> {
  const setup = await client.post('/auth/two-factor/setup')
  assert.equal(setup.status, 200, setup.text)
  const { secret } = setup.data
  const enabled = await client.post('/auth/two-factor/enable', { code: computeCode(secret, clock) })
  assert.equal(enabled.status, 200, enabled.text)
  return {
    secret,
    recoveryCodes: enabled.data.recovery_codes,
    nextCode() {
      clock.advance({ seconds: 30 })
      return computeCode(secret, clock)
    },
  }
}

/** Adds a passkey and returns it with the device that holds it. */
export async function addPasskey(
  client: Client,
  { name, device = createAuthenticator() }: { name?: string; device?: Authenticator } = {},
) {
  const options = await client.post('/auth/passkeys/options')
  assert.equal(options.status, 200, options.text)
  const reply = await client.post('/auth/passkeys', {
    ...(name ? { name } : {}),
    credential: device.create(options.data),
  })
  assert.equal(reply.status, 201, reply.text)
  return { device, passkey: reply.data }
}

/** Signs in with a passkey of the device. */
export async function logInWithPasskey(client: Client, device: Authenticator): Promise<Reply> {
  const options = await client.post('/auth/passkeys/login/options')
  assert.equal(options.status, 200, options.text)
  return client.post('/auth/passkeys/login', { credential: device.get(options.data) })
}

/** A user who signed up through the sandbox provider and has no password. */
export async function signUpWithoutPassword(app: TestApp): Promise<Client & { id: number; email: string }> {
  const { data } = await signIn(app, { email: createUniqueEmail() })
  return { ...app.withToken(data.token), id: data.user.id, email: data.user.email }
}
