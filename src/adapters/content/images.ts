/** Decodes images, within bounds. */

import type { Metadata, Sharp } from 'sharp'
import { Semaphore } from '#core/concurrency.ts'

/** Pixels of all frames; cameras of telephones reach a hundred million. */
const maxPixels = 120_000_000
/** Images decoded at once: each keeps a thread of the pool busy, and files are written by the same pool. */
const decoders = new Semaphore(2)

export interface ImageFacts {
  format: string
  frames: number
}

/** Not an image, a broken one, or larger than anybody needs. */
export class UnusableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('The image cannot be decoded.', options)
    this.name = 'UnusableImage'
  }
}

/** What the image is; rejects with `UnusableImage` unless it decodes. */
export const inspectImage = (path: string): Promise<ImageFacts> =>
  runLimited(async () => {
    const { image, facts } = await openImage(path)
    // Every row is decoded, and no more than a few are in memory.
    await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer()
    return facts
  })

/**
 * The image turned upright, at most `most` pixels wide and high, and with nothing but pixels: as PNG when it has
 * transparent ones, else as JPEG. Rejects with `UnusableImage`.
 */
export const shrinkImage = (path: string, most: number): Promise<{ format: 'png' | 'jpeg'; data: Buffer }> =>
  runLimited(async () => {
    const { image, hasAlpha } = await openImage(path)
    const small = image.autoOrient().resize(most, most, { fit: 'inside', withoutEnlargement: true })
    const written = hasAlpha ? small.png({ compressionLevel: 9 }) : small.jpeg({ quality: 88, mozjpeg: true })
    return { format: hasAlpha ? 'png' : 'jpeg', data: await written.toBuffer() }
  })

async function openImage(path: string): Promise<{ image: Sharp; facts: ImageFacts; hasAlpha: boolean }> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const image = sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
  // Reads the head only, so that a bomb is refused before anything is decoded.
  const { format, width, height, pages = 1, pageHeight = height, hasAlpha }: Metadata = await image.metadata()
  if (width * pageHeight * pages > maxPixels) throw new UnusableImage()
  return { image, facts: { format, frames: pages }, hasAlpha }
}

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await decoders.run(work)
  } catch (error) {
    throw error instanceof UnusableImage ? error : new UnusableImage({ cause: error })
  }
}
