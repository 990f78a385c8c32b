/** Fonts of HarfBuzz. Their copies of the data are WebAssembly memory, which grows and is never given back. */

import { Blob, Direction, Face, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'

export interface Shaper {
  face: Face
  font: Font
}

const shapers = new WeakMap<Buffer, Shaper>()

/** Returns the font of the data, which is copied once. */
export function openShaper(data: Buffer): Shaper {
  const known = shapers.get(data)
  if (known !== undefined) return known
  const face = new Face(new Blob(new Uint8Array(data).buffer))
  const shaper = { face, font: new Font(face) }
  shapers.set(data, shaper)
  return shaper
}

/** One for all texts, because each is freed only after a garbage collection. */
let buffer: ShapingBuffer | undefined

/** Shapes the text and returns the buffer with its glyphs, in visual order, which the next text replaces. */
export function layOutText(font: Font, text: string, isRightToLeft: boolean): ShapingBuffer {
  buffer ??= new ShapingBuffer()
  buffer.reset()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  return buffer
}
