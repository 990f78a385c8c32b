/**
 * Decodes pictures within limits of size, memory and time, in processes of their own. Small pictures do not wait for
 * large ones, and the many pictures of one person do not delay those of others.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { KeyedMutex, Semaphore } from '#core/concurrency.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { unavailable } from '#core/problem.ts'
import { createDecoderEnvironment } from '../decoder-environment.ts'
import type { Facts, Picture, Verdict } from './image-decoder.ts'

/** Pixels of all frames. Phone cameras take pictures of up to 100 megapixels. */
const mostPixels = 100_000_000
/** Pixels of a picture that is copied in a small size. */
const mostCopiedPixels = 25_000_000
/** A picture that needs at most this memory is small. */
const smallBytes = 16_000_000
/** A picture takes far less; one that takes longer is unusable. */
const timeLimitMs = 20_000
/** A decoder that has nothing to do for this time ends. */
const idleMs = isMemoryScarce ? 2_000 : 30_000
/** When more wait, callers get 503. */
const mostWaiting = 50
const mostWaitingOfPerson = 20
const busy = unavailable('Too many pictures to look at; please try again in a few seconds.', 5)

/** The file is no image, is damaged or exceeds a limit. */
export class UnusableImage extends Error {
  constructor() {
    super('The image cannot be decoded.')
    this.name = 'UnusableImage'
  }
}

export interface Copy {
  /** More than one for an animation, which is not copied. */
  frames: number
  copy: { format: 'png' | 'jpeg'; data: Uint8Array } | null
}

/** Returns the format and the number of frames. Rejects with `UnusableImage` when it does not decode. */
export async function inspectImage(path: string, person: number): Promise<Facts> {
  const { facts } = await decode({ path, mostPixels, side: null }, person)
  return facts
}

/** Returns the image at most `side` pixels wide and high. Rejects with `UnusableImage` when it does not decode. */
export async function shrinkImage(path: string, side: number, person: number): Promise<Copy> {
  const { facts, copy } = await decode({ path, mostPixels: mostCopiedPixels, side }, person)
  return { frames: facts.frames, copy }
}

const people = new KeyedMutex()

/** Decodes one picture of a person at a time. */
function decode(picture: Omit<Picture, 'mostBytes'>, person: number) {
  const waiting = new Set([smallPictures, largePictures]).values().reduce((sum, one) => sum + one.waiting, 0)
  const isFull = waiting >= mostWaiting
  if (isFull || people.countWaiting(String(person)) >= mostWaitingOfPerson) throw busy
  return people.runExclusive(String(person), async () => {
    const first = await smallPictures.decode({ ...picture, mostBytes: smallBytes })
    const last =
      first.verdict === 'large'
        ? await largePictures.decode({ ...picture, mostBytes: Number.POSITIVE_INFINITY })
        : first
    if (last.verdict !== 'decoded') throw new UnusableImage()
    return last
  })
}

/** A process that decodes one picture at a time. It starts on demand and is replaced when it dies. */
class Decoder {
  readonly #turns = new Semaphore(1)
  #process: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined

  get waiting() {
    return this.#turns.countWaiting()
  }

  decode(picture: Picture): Promise<Verdict> {
    return this.#turns.run(async () => {
      clearTimeout(this.#idle)
      this.#process ??= this.#start()
      try {
        return await send(this.#process, picture)
      } finally {
        this.#idle = setTimeout(() => this.#stop(), idleMs).unref()
      }
    })
  }

  #stop() {
    this.#process?.disconnect()
    this.#process = null
  }

  #start(): ChildProcess {
    const child = fork(new URL('./image-decoder.ts', import.meta.url), {
      // What Windows needs is added by Node's libuv.
      env: createDecoderEnvironment(),
      execArgv: ['--v8-pool-size=1', '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      if (this.#process === child) this.#process = null
    }
    // Before the answer to the picture that ended it, so that the next picture gets another process.
    child.on('exit', forget).on('error', forget)
    return child
  }
}

/** A picture that kills its decoder, or takes too long, is unusable. Rejects when the process cannot be started. */
function send(child: ChildProcess, picture: Picture): Promise<Verdict> {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  const refuse = () => resolve({ verdict: 'unusable' })
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeLimitMs)
  child.ref()
  child.once('message', resolve).once('exit', refuse).once('error', reject)
  child.send(picture, (error) => error !== null && reject(error))
  return promise.finally(() => {
    clearTimeout(timeout)
    child.off('message', resolve).off('exit', refuse).off('error', reject)
    child.unref()
    child.channel?.unref()
  })
}

const smallPictures = new Decoder()
// Each process has at least 60 MB.
const largePictures = isMemoryScarce ? smallPictures : new Decoder()
