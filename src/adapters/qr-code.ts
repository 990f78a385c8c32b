/** QR codes as vectors. */

import qrcode from 'qrcode'

export interface QrCode {
  /** Modules on each side, without the quiet zone of four modules around it. */
  size: number
  /** The dark modules as an SVG path, one unit each. */
  path: string
}

/** Creates a QR code that can be read when a quarter of it is damaged. */
export function createQrCode(text: string): QrCode {
  const { size, data } = qrcode.create(text, { errorCorrectionLevel: 'Q' }).modules
  const rows = Array.from({ length: size }, (_, row) => rowPath(data.subarray(row * size, (row + 1) * size), row))
  return { size, path: rows.join('') }
}

/** Joins neighbouring modules, so that no thin line appears between them. */
const rowPath = (modules: Uint8Array, row: number): string =>
  [...modules.join('').matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${row}h${length}v1h-${length}z`)
    .join('')
