/**
 * Reads the password hashes of other systems, which arrive with imported accounts: bcrypt (PHP, Ruby, Django), argon2,
 * PBKDF2 (Django, passlib) and scrypt (PHC string, Django, Firebase). An account keeps such a hash until its next login.
 */

import crypto, { createCipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { describeModule } from '#core/worker-module.ts'
import { createWorkerPool, type WorkerPool } from '#core/worker-pool.ts'
import type { BcryptQuestion } from './bcrypt-worker.ts'

const argon2 = promisify(crypto.argon2)
const pbkdf2 = promisify(crypto.pbkdf2)
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)

export interface ForeignHash {
  matches(password: string): Promise<boolean>
  /** The bytes of memory that a verification takes. */
  memoryBytes: number
  /** About how many seconds of one processor a verification takes. */
  seconds: number
}

/** What a verification may cost; a login with more would be a way to stop the service. */
const maxMemoryBytes = 2 ** 30
const maxSeconds = 2

/** Returns one sentence that says why a hash cannot be used for logins, or null when it can. */
export function describeUnusableHash(hash: string): string | null {
  const foreign = parseForeignHash(hash)
  if (foreign === null) {
    return 'The password hash has a format that is not supported (bcrypt, argon2i, argon2id, PBKDF2 and scrypt are).'
  }
  if (foreign.memoryBytes > maxMemoryBytes) {
    return `Verifying the password hash would take ${Math.round(foreign.memoryBytes / 2 ** 20)} MiB of memory; at most 1024 MiB are allowed.`
  }
  return foreign.seconds > maxSeconds
    ? `Verifying the password hash would take about ${Math.round(foreign.seconds)} seconds; at most ${maxSeconds} are allowed.`
    : null
}

/** Returns how to verify the hash; null for a format that is not known. */
export function parseForeignHash(hash: string): ForeignHash | null {
  for (const parse of [parseBcrypt, parseArgon2, parsePbkdf2, parseScrypt, parseFirebase]) {
    const foreign = parse(hash)
    if (foreign !== null) return foreign
  }
  return null
}

// Two at a time, as `passwords.ts` computes hashes. They end when no login needs them.
let threads: WorkerPool<typeof import('./bcrypt-worker.ts')> | undefined
const runBcrypt = (question: BcryptQuestion) => {
  threads ??= createWorkerPool(describeModule(new URL('./bcrypt-worker.ts', import.meta.url)), {
    maxThreads: 2,
    idleTimeout: 10_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 },
  })
  return threads.run('verifyBcrypt', question)
}

/** `$2y$12$…`; Django writes `bcrypt$` before it, and `bcrypt_sha256$` for bcrypt of a SHA-256 in hexadecimal. */
function parseBcrypt(text: string): ForeignHash | null {
  const parts = /^(bcrypt(?:_sha256)?\$)?(\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53})$/.exec(text)
  if (parts === null) return null
  const [, prefix, hash = '', cost] = parts
  return {
    memoryBytes: 2 ** 13,
    // Cost 12 takes 0.33 seconds in JavaScript.
    seconds: 0.33 * 2 ** (Number(cost) - 12),
    async matches(password) {
      const message = prefix === 'bcrypt_sha256$' ? createHash('sha256').update(password).digest('hex') : password
      const isRight = await runBcrypt({ password: message, hash })
      // Where strings of C are hashed, a password would end at its first zero byte.
      return isRight && !message.includes('\0')
    },
  }
}

/** The PHC string format; Django writes `argon2` before it. */
function parseArgon2(hash: string): ForeignHash | null {
  const parts = /^(?:argon2)?\$(argon2id?)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/.exec(
    hash,
  )
  return parts === null ? null : createArgon2(parts)
}

function createArgon2([, name, m, t, p, salt = '', tag = '']: readonly string[]): ForeignHash | null {
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  const [nonce, expected] = [Buffer.from(salt, 'base64'), Buffer.from(tag, 'base64')]
  if (parallelism < 1 || passes < 1 || memory < 8 * parallelism || nonce.length < 8 || expected.length < 4) return null
  return {
    memoryBytes: memory * 1024,
    // 64 MiB and four passes take 0.24 seconds.
    seconds: (memory * passes) / 1_100_000,
    async matches(message) {
      const algorithm = name === 'argon2id' ? 'argon2id' : 'argon2i'
      const tagLength = expected.length
      return timingSafeEqual(
        await argon2(algorithm, { message, nonce, parallelism, tagLength, memory, passes }),
        expected,
      )
    },
  }
}

/** `pbkdf2_sha256$600000$salt$hash` of Django, and `$pbkdf2-sha256$29000$salt$hash` of passlib, whose base64 has `.` for `+`. */
function parsePbkdf2(hash: string): ForeignHash | null {
  const django = /^pbkdf2_(sha1|sha256)\$(\d{1,12})\$([^$]+)\$([\w+/=]+)$/.exec(hash)
  const passlib = /^\$pbkdf2(?:-(sha256|sha512))?\$(\d{1,12})\$([\w./]+)\$([\w./]+)$/.exec(hash)
  const [, digest = 'sha1', rounds, saltText = '', tag = ''] = django ?? passlib ?? []
  const iterations = Number(rounds)
  if (!(iterations >= 1)) return null
  const salt = django === null ? fromPasslib(saltText) : Buffer.from(saltText)
  const expected = django === null ? fromPasslib(tag) : Buffer.from(tag, 'base64')
  if (expected.length < 16 || expected.length > 64) return null
  return {
    memoryBytes: 2 ** 10,
    // 600,000 iterations of SHA-256 take 0.09 seconds, of SHA-512 0.25.
    seconds: iterations / 2_400_000,
    matches: async (password) =>
      timingSafeEqual(await pbkdf2(password, salt, iterations, expected.length, digest), expected),
  }
}

const fromPasslib = (text: string) => Buffer.from(text.replaceAll('.', '+'), 'base64')

/** `$scrypt$ln=16,r=8,p=1$salt$hash` (PHC), and `scrypt$16384$salt$8$5$hash` of Django, whose salt is text. */
function parseScrypt(text: string): ForeignHash | null {
  const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  const django = /^scrypt\$(\d{1,10})\$([^$]+)\$(\d{1,4})\$(\d{1,4})\$([\w+/=]+)$/.exec(text)
  if (phc !== null) {
    const [, log, r, p, salt = '', tag = ''] = phc
    return createScrypt({ N: 2 ** Number(log), r: Number(r), p: Number(p) }, Buffer.from(salt, 'base64'), tag)
  }
  if (django === null) return null
  const [, N, salt = '', r, p, tag = ''] = django
  return createScrypt({ N: Number(N), r: Number(r), p: Number(p) }, Buffer.from(salt), tag)
}

interface ScryptCost {
  N: number
  r: number
  p: number
}

function createScrypt(cost: ScryptCost, salt: Buffer, tag: string): ForeignHash | null {
  const expected = Buffer.from(tag, 'base64')
  if (!isScryptCost(cost) || expected.length < 16 || expected.length > 128) return null
  return {
    ...estimateScrypt(cost),
    matches: async (password) => timingSafeEqual(await runScrypt(password, salt, expected.length, cost), expected),
  }
}

const isScryptCost = ({ N, r, p }: ScryptCost) => N >= 2 && Number.isInteger(Math.log2(N)) && r >= 1 && p >= 1

// N = 65,536 with r = 8 takes 64 MiB and 0.18 seconds.
const estimateScrypt = ({ N, r, p }: ScryptCost) => ({ memoryBytes: 128 * N * r, seconds: (N * r * p) / 2_900_000 })

const runScrypt = (password: string, salt: Buffer, length: number, cost: ScryptCost) =>
  scrypt(password, salt, length, { ...cost, maxmem: 128 * cost.r * (cost.N + cost.p + 2) })

/**
 * Firebase's scrypt, which encrypts the key of the project with the result (https://github.com/firebase/scrypt). The
 * parameters of the project stand in the hash: `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=KEY$SALT$HASH`, all in base64.
 */
function parseFirebase(text: string): ForeignHash | null {
  const parts =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,4}),p=1(?:,ss=([\w+/=]*))?,sk=([\w+/=]+)\$([\w+/=]+)\$([\w+/=]+)$/.exec(text)
  if (parts === null) return null
  const [, n, r, separator = '', key = '', salt = '', tag = ''] = parts
  const cost = { N: 2 ** Number(n), r: Number(r), p: 1 }
  const [signerKey, expected] = [Buffer.from(key, 'base64'), Buffer.from(tag, 'base64')]
  if (!isScryptCost(cost) || expected.length < 16 || expected.length !== signerKey.length) return null
  const fullSalt = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')])
  return {
    ...estimateScrypt(cost),
    async matches(password) {
      const cipher = createCipheriv('aes-256-ctr', await runScrypt(password, fullSalt, 32, cost), Buffer.alloc(16))
      return timingSafeEqual(cipher.update(signerKey), expected)
    },
  }
}
