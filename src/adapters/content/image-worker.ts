/** Decodes pictures for `images.ts`, in a limited process, because the libraries are native code that reads what strangers sent. */

import sharp, { type Metadata, type Sharp } from 'sharp'

export interface Picture {
  path: string
  /** Pixels of all frames. */
  maxPixels: number
  /** The maximum width and height of the copy; null to decode without one. */
  side: number | null
  /** A picture that needs more bytes is not decoded but reported as `large`. */
  maxBytes: number
}

export interface ImageFacts {
  format: string
  frames: number
}

export type Verdict =
  | { verdict: 'unusable' }
  | { verdict: 'large' }
  | { verdict: 'decoded'; facts: ImageFacts; copy: { format: 'png' | 'jpeg'; data: Uint8Array } | null }

/** Pixels of pictures that are decoded as a whole: 25 megapixels. */
const maxWholePixels = 25_000_000
/** Memory for a picture that is decoded as a whole: a progressive JPEG of 25 megapixels whose colors have half the size. */
const maxWholeBytes = 80_000_000
/** The memory for a picture that is decoded row by row, about. */
const rowsBytes = 8_000_000

sharp.cache(false)
sharp.concurrency(1)

/** Rejects for a file that is no picture, or a damaged one. */
export async function decode({ path, maxPixels, side, maxBytes }: Picture): Promise<Verdict> {
  const image = sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
  // Reads the header only, so that a bomb is refused before anything is decoded.
  const metadata = await image.metadata()
  const { format, width, height, pages: frames = 1, pageHeight = height } = metadata
  const pixels = width * pageHeight * frames
  if (pixels > maxPixels || (isDecodedWhole(metadata) && pixels > maxWholePixels)) return { verdict: 'unusable' }
  const bytes = estimateBytes(metadata)
  if (bytes > maxWholeBytes) return { verdict: 'unusable' }
  if (bytes > maxBytes) return { verdict: 'large' }

  const facts = { format, frames }
  if (side !== null) return { verdict: 'decoded', facts, copy: frames > 1 ? null : await shrink(image, metadata, side) }
  // Decodes all rows; only a few are in memory at a time.
  await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  return { verdict: 'decoded', facts, copy: null }
}

/** A JPEG or PNG is decoded row by row unless it is progressive; other formats are decoded as a whole. */
const isDecodedWhole = ({ format, isProgressive = false }: Metadata) =>
  isProgressive || (format !== 'jpeg' && format !== 'png')

/** The memory that decoding needs. A progressive JPEG is kept as coefficients of two bytes. */
function estimateBytes(metadata: Metadata): number {
  if (!isDecodedWhole(metadata)) return rowsBytes
  const { format, width, height, channels, depth, chromaSubsampling = '' } = metadata
  if (format !== 'jpeg') return width * height * Math.max(4, channels) * (depth === 'uchar' ? 1 : 2)
  const share = chromaSubsampling.startsWith('4:2:0') && channels === 3 ? 1.5 : channels
  return width * height * share * 2
}

/** Upright and without metadata: as PNG when it has transparent pixels, otherwise as JPEG. */
async function shrink(image: Sharp, { hasAlpha }: Metadata, side: number) {
  const small = image.autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const written = hasAlpha ? small.png({ compressionLevel: 9 }) : small.jpeg({ quality: 88, mozjpeg: true })
  return { format: hasAlpha ? ('png' as const) : ('jpeg' as const), data: await written.toBuffer() }
}
