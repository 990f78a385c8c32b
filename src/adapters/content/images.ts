/**
 * Decodes pictures within limits of size, memory and time, in processes of their own. Small pictures do not wait for
 * large ones, and the many pictures of one person do not delay those of others.
 */

import { KeyedMutex } from '#core/concurrency.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createUnavailable } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import { ProcessFailure, ProcessPool } from '../limited-process/process-pool.ts'
import type { ImageFacts, Picture, Verdict } from './image-worker.ts'

/** Pixels of all frames. Phone cameras take pictures of up to 100 megapixels. */
const maxPixels = 100_000_000
/** Pixels of a picture that is copied in a small size. */
const maxCopiedPixels = 25_000_000
/** A picture that needs at most this memory is small. */
const smallBytes = 16_000_000
/** Processor time of a picture, which takes far less; one that takes longer is unusable. */
const timeLimitMs = 20_000
/** A decoder that has nothing to do for this time ends. */
const idleMs = isMemoryScarce ? 2_000 : 30_000
/** The most calls that wait; further ones are answered 503. */
const maxWaiting = 50
const maxWaitingOfPerson = 20
const busy = createUnavailable('Too many pictures to look at; please try again in a few seconds.', 5)

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
export async function inspectImage(path: string, person: number): Promise<ImageFacts> {
  const { facts } = await decode({ path, maxPixels, side: null }, person)
  return facts
}

/** Returns the image at most `side` pixels wide and high. Rejects with `UnusableImage` when it does not decode. */
export async function resizeImage(path: string, side: number, person: number): Promise<Copy> {
  const { facts, copy } = await decode({ path, maxPixels: maxCopiedPixels, side }, person)
  return { frames: facts.frames, copy }
}

const people = new KeyedMutex()

/** Decodes one picture of a person at a time. */
function decode(picture: Omit<Picture, 'maxBytes'>, person: number) {
  const waiting = new Set([smallPictures, largePictures]).values().reduce((sum, one) => sum + one.waiting, 0)
  const isFull = waiting >= maxWaiting
  if (isFull || people.countWaiting(String(person)) >= maxWaitingOfPerson) throw busy
  return people.runExclusive(String(person), async () => {
    const first = await decodeIn(smallPictures, { ...picture, maxBytes: smallBytes })
    const last =
      first.verdict === 'large'
        ? await decodeIn(largePictures, { ...picture, maxBytes: Number.POSITIVE_INFINITY })
        : first
    if (last.verdict !== 'decoded') throw new UnusableImage()
    return last
  })
}

const createPool = () =>
  new ProcessPool({
    module: describeModule<typeof import('./image-worker.ts')>(new URL('./image-worker.ts', import.meta.url)),
    maxProcesses: 1,
    limits: { processorMs: timeLimitMs, memoryMb: isMemoryScarce ? 200 : 300, resultBytes: 10_000_000 },
    idleMs,
  })

const smallPictures = createPool()
// Each process has at least 60 MB.
const largePictures = isMemoryScarce ? smallPictures : createPool()

/** A picture that ends its process, or takes too long, is unusable. */
async function decodeIn(pool: typeof smallPictures, picture: Picture): Promise<Verdict> {
  try {
    return await pool.run('decode', picture)
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    if (error.reason === 'stalled') throw busy
    return { verdict: 'unusable' }
  }
}
