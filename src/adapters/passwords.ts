/** Hashes passwords with argon2id off the event loop, with limited concurrency. */

import crypto, { randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Priority, Semaphore } from '#core/concurrency.ts'
import { recordIgnored } from '#core/ignored-errors.ts'
import { createUnavailable } from '#core/problem.ts'
import { normalizeForm } from '#core/text-normalization.ts'
import { parseForeignHash } from './foreign-hashes.ts'
import { setLargeBlocksKept } from './resident-memory.ts'

// Accessed as a property: with a named import, a Node without argon2 would end with a link error instead of the message
// of `node-version.ts`.
const argon2 = promisify(crypto.argon2)

/** The cost of a hash; `memory` in KiB. */
export interface Cost {
  memory: number
  passes: number
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const owaspCost: Cost = { memory: 19_456, passes: 2 }

/**
 * Logins and password resets are urgent, so that other work with passwords does not delay them. `network` is that of the
 * caller, empty for the service; networks take turns.
 */
export interface Passwords {
  /** A hash in PHC string format with its parameters. */
  hash(password: string, priority: Priority, network: string): Promise<string>
  /** Returns whether the password matches. Without a hash it takes the same time and returns false. */
  verify(password: string, hash: string | null, priority: Priority, network: string): Promise<boolean>
  /** Returns true for a hash that another system made, or one with other parameters than the current ones. */
  isOutdated(hash: string): boolean
}

interface Bounds {
  /** Hashes computed at a time. */
  atOnce?: number
  /** Hashes that may wait with each priority; further callers get 503, except those of a network of which none waits. */
  waiting?: number
  /** Hashes of one network that may wait with each priority. */
  waitingOfNetwork?: number
}

const tagLength = 32

const computeTag = (password: string, salt: Buffer, { memory, passes }: Cost) =>
  argon2('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength, memory, passes })

/** How long the memory of hashes waits for the next one. */
const keptMs = 1_000
/** The threads of libuv that compute hashes, unless it is told otherwise. */
const poolThreads = 4
const noteFailure = (error: unknown) => recordIgnored('memory of password hashes', error)
const givingRounds = 6
const givingPauseMs = 20
/** Takes no block of its own from the system, and a fraction of a millisecond. */
const leastCost: Cost = { memory: 512, passes: 1 }
/** With so many times the hashes that may wait, networks of which none waits get 503 too. */
const maxNetworks = 4

export function createPasswords(
  cost: Cost = owaspCost,
  { atOnce = 2, waiting = 256, waitingOfNetwork = 48 }: Bounds = {},
): Passwords {
  const places = new Semaphore(atOnce)
  const memory = new HashMemory()

  /** One network cannot keep the others out: each may have one hash waiting, whatever wait already. */
  function isFull(priority: Priority, network: string): boolean {
    const own = places.countWaiting(priority, network)
    const all = places.countWaiting(priority)
    return own >= waitingOfNetwork || (own > 0 && all >= waiting) || all >= maxNetworks * waiting
  }

  function run<T>(work: () => Promise<T>, ...turn: [Priority, string]): Promise<T> {
    if (isFull(...turn)) throw createUnavailable('Too many people are signing in, please try again.', 2)
    memory.expectHash()
    return places.run(work, ...turn)
  }

  /** Without a hash the result is false, after the work of one. */
  async function matches(password: string, hash: string | null): Promise<boolean> {
    const known = hash === null ? null : parseHash(hash)
    const foreign = hash === null || known !== null ? null : parseForeignHash(hash)
    if (foreign !== null) return foreign.matches(password)
    const tag = await computeTag(password, known?.salt ?? randomBytes(16), known?.cost ?? cost)
    return known !== null && timingSafeEqual(tag, known.tag)
  }

  return {
    async hash(password, ...turn) {
      const salt = randomBytes(16)
      const tag = await run(() => computeTag(normalizePassword(password), salt, cost), ...turn)
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${encodeBase64(salt)}$${encodeBase64(tag)}`
    },
    async verify(password, hash, ...turn) {
      for (const form of listForms(password)) if (await run(() => matches(form, hash), ...turn)) return true
      return false
    },
    isOutdated(hash) {
      const known = parseHash(hash)
      return known === null || known.cost.memory !== cost.memory || known.cost.passes !== cost.passes
    },
  }
}

/**
 * The memory of hashes stays for the next ones while one follows the other: to take 19 MB from the system anew is a quarter of the work of
 * each. A second after the last one it goes back.
 */
class HashMemory {
  #pause: NodeJS.Timeout | null = null
  #isKept = false

  expectHash(): void {
    if (this.#pause === null) {
      this.#pause = setTimeout(() => this.#giveBack().catch(noteFailure), keptMs).unref()
      return
    }
    this.#pause.refresh()
    if (!this.#isKept) this.#isKept = setLargeBlocksKept(true)
  }

  /**
   * An arena of the allocator gives back its end when something there is freed, by a thread that uses it. Which thread of the pool takes a hash
   * is chance, so there are some rounds, unless the next hash comes.
   */
  async #giveBack(): Promise<void> {
    this.#pause = null
    if (!this.#isKept) return
    this.#isKept = false
    setLargeBlocksKept(false)
    for (let round = 1; round <= givingRounds && !this.#isKept; round++) {
      await Promise.all(Array.from({ length: poolThreads }, () => computeTag('', Buffer.alloc(16), leastCost)))
      await pause(round * givingPauseMs, undefined, { ref: false })
    }
  }
}

/**
 * Returns the form in which a password is hashed: keyboards write the same letters and spaces in different ways (RFC 8265,
 * OpaqueString).
 */
export const normalizePassword = (password: string) => normalizeForm(password.replace(/\p{Zs}/gu, ' '), 'NFC')

/** The forms that a hash may be of: hashes of earlier versions are of what the keyboard wrote. One form for ASCII. */
const listForms = (password: string) =>
  new Set([normalizePassword(password), password, normalizeForm(password, 'NFC'), normalizeForm(password, 'NFD')])

const encodeBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/** Reads a hash of this service: one lane, and a tag of 32 bytes. */
function parseHash(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]{43})$/.exec(hash)
  if (parts === null) return null
  const [, memory, passes, salt = '', tag = ''] = parts
  return {
    cost: { memory: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
