import { createResultCache } from '#core/result-cache.ts'
import { describeModule } from '#core/worker-module.ts'
import { runInThreads } from '../threads.ts'

/** A text, in units of the picture. */
export interface PictureText {
  text: string
  face: 'sans' | 'sansBold'
  /** A color such as `#1b2230`. */
  color: string
  x: number
  width: number
  /** The upper end of the first line, or the lower end of the last. */
  top?: number
  bottom?: number
  /** The first size in which the text needs at most `maxLines` is used. */
  sizes: readonly number[]
  maxLines: number
  /** The distance of lines, as a multiple of the size. */
  leading: number
  /** Between letters. */
  spacing?: number
  isRightToLeft: boolean
  /** A text of a user alone, whose direction is that of its first letter. */
  isPersonal?: boolean
}

export interface Picture {
  width: number
  height: number
  /** Pixels of a unit. */
  scale: number
  /** SVG markup below the texts, without texts of users. */
  shapes: string
  texts: readonly PictureText[]
}

const draw = runInThreads(
  describeModule<typeof import('./picture-worker.ts')>(new URL('./picture-worker.ts', import.meta.url)),
  'drawPicture',
)

/** A picture has about 40 kB. */
const drawn = createResultCache<Uint8Array>(3_000_000)

/**
 * Draws a picture as a PNG, in about 50 ms, and keeps the last ones. Texts may be in any script. Callers take turns.
 */
export const drawPicture = (picture: Picture, caller: string): Promise<Uint8Array> =>
  drawn(JSON.stringify(picture), () => draw(picture, caller))
