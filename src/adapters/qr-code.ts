/** QR codes as vectors. */

import qrcode from 'qrcode'

export interface QrCode {
  /** Modules on each side, without the quiet zone of four modules around it. */
  size: number
  /** The dark modules as an SVG path, one unit each. */
  path: string
}

/** Creates a QR code that can be read when a quarter of it (`Q`) or 7 % of it (`L`) is damaged. */
export function createQrCode(text: string, errorCorrectionLevel: 'L' | 'Q' = 'Q'): QrCode {
  const { size, data } = qrcode.create(text, { errorCorrectionLevel }).modules
  const rows = Array.from({ length: size }, (_, row) => rowPath(data.subarray(row * size, (row + 1) * size), row))
  return { size, path: rows.join('') }
}

/** Joins neighbouring modules, so that no thin line appears between them. */
const rowPath = (modules: Uint8Array, row: number): string =>
  [...modules.join('').matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${row}h${length}v1h-${length}z`)
    .join('')

/** The quiet zone around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

/** Renders a QR code for a screen, which does not damage it, as an SVG document, black on white. */
export function renderQrCodeSvg(text: string): string {
  const { size, path } = createQrCode(text, 'L')
  const side = size + 2 * quietZone
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect x="${-quietZone}" y="${-quietZone}" width="${side}" height="${side}" fill="#fff"/>` +
    `<path d="${path}" fill="#000"/></svg>`
  )
}
