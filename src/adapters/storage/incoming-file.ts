/** A file that is written from the socket to the local disk in large blocks; only one block is in memory. */

import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { Semaphore } from '#core/concurrency.ts'

type Done = (error?: Error | null) => void

interface Options {
  path: string
  /** Called with every chunk before it is written; an error refuses the file. */
  check: (bytes: Buffer) => void
  /** Whether the file stays on this disk; then it is synced while more arrives. */
  stays: boolean
}

/** Bytes of one write. */
const blockSize = 256 * 1024
/** Bytes between two syncs, so that the last sync is short. */
const syncIntervalBytes = 64 * 1024 * 1024
/** Smaller buffers may be slices of Node's pool. Buffers of sockets have 64 KB. */
const maxPooledBytes = 4 * 1024
/** Each write occupies a thread of libuv's pool, which commits and passwords need too. */
const writers = new Semaphore(2)

export class ArrivingFile extends Writable {
  readonly #options: Options
  readonly #block = Buffer.allocUnsafeSlow(blockSize)
  #filled = 0
  #file: FileHandle | undefined
  #unsynced = 0
  #syncing = Promise.resolve()

  constructor(options: Options) {
    super({ highWaterMark: blockSize })
    this.#options = options
  }

  override _construct(done: Done) {
    notify(done, this.#open())
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Done) {
    notify(done, this.#take(bytes))
  }

  override _final(done: Done) {
    notify(done, this.#finish())
  }

  override _destroy(error: Error | null, done: Done) {
    notify((failure) => done(error ?? failure), this.#close())
  }

  async #open() {
    this.#file = await open(this.#options.path, 'wx', 0o600)
  }

  async #take(bytes: Buffer) {
    this.#options.check(bytes)
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#block, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === blockSize) await this.#write()
    }
    releaseBlock(bytes)
  }

  async #write() {
    await writers.run(async () => this.#file?.appendFile(this.#block.subarray(0, this.#filled)))
    this.#unsynced += this.#filled
    this.#filled = 0
    if (this.#options.stays && this.#unsynced >= syncIntervalBytes) await this.#sync()
  }

  /** Starts a sync; the next call, or the end of the file, waits for it. */
  async #sync() {
    await this.#syncing
    this.#unsynced = 0
    this.#syncing = writers.run(async () => this.#file?.datasync())
    // The next part awaits it; a rejection that is not awaited so far would end the process.
    this.#syncing.catch(() => undefined)
  }

  async #finish() {
    await this.#write()
    await this.#syncing
  }

  async #close() {
    // Who finished the file has the error; here it is only closed.
    await this.#syncing.catch(() => undefined)
    await this.#file?.close()
    releaseBlock(this.#block)
  }
}

const notify = (done: Done, work: Promise<void>) => void work.then(() => done(), done)

/**
 * Frees the memory of the block. The garbage collector would wait for 64 MB of such memory and then block the event
 * loop.
 */
function releaseBlock({ buffer, length }: Buffer) {
  if (length >= maxPooledBytes && length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
