/** Decodes images within limits of size and concurrency. */

import type { Metadata, Sharp } from 'sharp'
import { Semaphore } from '#core/concurrency.ts'

/** Pixels of all frames. Phone cameras take pictures of up to 100 megapixels. */
const maxPixels = 120_000_000
/** Each decoding occupies a thread of libuv's pool, which also writes files. */
const decoders = new Semaphore(2)

export interface ImageFacts {
  format: string
  frames: number
}

/** The file is no image, is damaged or exceeds the limit. */
export class UnusableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('The image cannot be decoded.', options)
    this.name = 'UnusableImage'
  }
}

/** Returns the format and size of the image. Rejects with `UnusableImage` when it does not decode. */
export const inspectImage = (path: string): Promise<ImageFacts> =>
  runLimited(async () => {
    const { image, facts } = await openImage(path)
    // Decodes all rows; only a few are in memory at a time.
    await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer()
    return facts
  })

/**
 * Returns the image upright, at most `most` pixels wide and high, without metadata: as PNG when it has transparent
 * pixels, otherwise as JPEG. Rejects with `UnusableImage`.
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
  // Reads the header only, so that a bomb is refused before anything is decoded.
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
