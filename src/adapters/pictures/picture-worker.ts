/** Draws pictures, in a thread. */

import {
  buildFontStacks,
  createOutlineFont,
  type Line,
  readFonts,
  removeUndrawable,
  removeUnprintable,
  splitLines,
  writeLine,
} from '@research-platform/documents'
import sharp from 'sharp'
import type { Picture, PictureText } from './picture.ts'

/** Returns the picture as a PNG. The same picture always has the same bytes. */
export async function drawPicture({ width, height, scale, shapes, texts }: Picture): Promise<Uint8Array> {
  const outlines: string[] = []
  const fontsFor = await buildFontStacks(
    (name, data) => createOutlineFont(name, data, (path) => outlines.push(path)),
    await readFonts(),
    texts.map(({ text }) => removeUndrawable(text)),
  )
  for (const text of texts) {
    outlines.push(`<g fill="${text.color}">`)
    writeText(text, fontsFor(text.face))
    outlines.push('</g>')
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${shapes}${outlines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

type Fonts = Parameters<typeof removeUnprintable>[1]

function writeText(box: PictureText, fonts: Fonts): void {
  const { text } = removeUnprintable(removeUndrawable(box.text), fonts)
  const { lines, size } = chooseLines(text, box, fonts)
  const leading = size * box.leading
  const top = box.bottom === undefined ? (box.top ?? 0) : box.bottom - lines.length * leading
  for (const [index, line] of lines.entries()) {
    const x = box.isRightToLeft ? box.x + box.width - line.width : box.x
    writeLine(line, { x, y: top + index * leading + size * 0.8, size, spacing: box.spacing ?? 0 })
  }
}

/** Chooses the first size in which the text fits; in the last one, it ends with an ellipsis. */
function chooseLines(text: string, box: PictureText, fonts: Fonts): { lines: Line[]; size: number } {
  const { sizes, width, maxLines, isRightToLeft, isPersonal = false } = box
  const layOut = (size: number, content = text) =>
    splitLines(content, { fonts, size, width, direction: isRightToLeft && !isPersonal ? 'rtl' : 'auto' })
  for (const size of sizes) {
    const lines = layOut(size)
    if (lines.length <= maxLines) return { lines, size }
  }
  const size = sizes.at(-1) ?? 10
  const kept = layOut(size).slice(0, maxLines)
  const words = kept.map((line) => line.text).join(' ')
  for (let end = words.length; end > 0; end--) {
    const lines = layOut(size, `${words.slice(0, end).trimEnd()}…`)
    if (lines.length <= maxLines) return { lines, size }
  }
  return { lines: kept, size }
}
