/** Writes text as outlines in SVG, shaped by HarfBuzz, so that it looks the same without any font. */

import { layOutText, openShaper } from '../pdf/shaper.ts'
import type { ShapedFont } from '../pdf/shaping.ts'

/** Creates a font whose texts become paths, which `add` gets with their place. */
export function createOutlineFont(name: string, data: Buffer, add: (path: string) => void): ShapedFont {
  const { face, font } = openShaper(data)
  const characters = new Set(face.collectUnicodes())
  const shapeRun = (text: string, isRightToLeft: boolean) =>
    layOutText(font, text, isRightToLeft).getGlyphInfosAndPositions()
  return {
    name,
    has: (codePoint) => characters.has(codePoint),
    measureWidth: (text, size, isRightToLeft) =>
      shapeRun(text, isRightToLeft).reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) * (size / face.upem),
    write(text, { x, y, size, isRightToLeft, spacing }) {
      const scale = size / face.upem
      let left = 0
      for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of shapeRun(text, isRightToLeft)) {
        const place = [x + (left + xOffset) * scale, y - yOffset * scale].map((one) => one.toFixed(2))
        const path = font.glyphToPath(codepoint)
        if (path !== '')
          add(`<path transform="translate(${place}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${path}"/>`)
        left += xAdvance + spacing / scale
      }
    },
  }
}
