/** Stores the bytes of a part as they arrive, so that a lost connection or a killed process loses few of them. */

import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { ArrivingFile } from '#adapters/storage/incoming-file.ts'
import type { Context } from '#context.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { ensure } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { type Checksum, tooManyBytes, wrongChecksum } from './protocol.ts'

/** Bytes after which a part is stored while more arrives. */
const storedEvery = 16 * 1024 * 1024

interface IncomingBody {
  body: AsyncIterable<Buffer>
  /** How many bytes may arrive. */
  most: number
  checksum: Checksum | null
  /** Stores a local file as the next part. */
  keep: (path: string, size: number) => Promise<void>
}

/**
 * Stores what arrives, in parts. Of a lost connection, the bytes that came before are stored, unless they have a
 * checksum, which covers all of them. Throws 413 for too many bytes, and 460 for a wrong checksum.
 */
export async function receiveParts(ctx: Context, { body, most, checksum, keep }: IncomingBody): Promise<void> {
  const hash = checksum === null ? null : createHash(checksum.algorithm)
  const parts = new Parts(ctx, keep)
  let left = most
  try {
    for await (const bytes of body) {
      ensure(bytes.length <= left, tooManyBytes)
      left -= bytes.length
      hash?.update(bytes)
      await parts.write(bytes)
      if (hash === null && parts.size >= storedEvery) await parts.keep()
    }
    ensure(hash === null || hash.digest('base64') === checksum?.value, wrongChecksum)
    await parts.keep()
  } catch (error) {
    if (!isLost(error)) throw error
    if (hash === null) await parts.keep()
  } finally {
    await parts.discard()
  }
}

const isLost = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))

/** The part that is being written, if any. */
class Parts {
  readonly #ctx: Context
  readonly #store: IncomingBody['keep']
  #part: { path: string; file: ArrivingFile } | null = null
  #size = 0

  constructor(ctx: Context, store: IncomingBody['keep']) {
    this.#ctx = ctx
    this.#store = store
  }

  get size() {
    return this.#size
  }

  async write(bytes: Buffer) {
    this.#part ??= await this.#open()
    const { file } = this.#part
    this.#size += bytes.length
    await new Promise<void>((resolve, reject) => {
      file.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Stores what was written. */
  async keep() {
    if (this.#part === null) return
    const { path, file } = this.#part
    file.end()
    await finished(file)
    await this.#store(path, this.#size)
    this.#part = null
    this.#size = 0
  }

  async discard() {
    if (this.#part === null) return
    this.#part.file.destroy()
    await rethrowUnlessMissing(unlink(this.#part.path)).catch(ignoreError('removal of a received file'))
  }

  async #open() {
    const path = join(await this.#ctx.storage.incoming(), createRandomText(18))
    const file = new ArrivingFile({ path, check: () => undefined, stays: this.#ctx.storage.kind === 'disk' })
    // An error is thrown where the file is written or finished.
    file.on('error', () => undefined)
    return { path, file }
  }
}
