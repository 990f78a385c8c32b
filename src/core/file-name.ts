/** Sanitizes file names for display. The name that a client sends never becomes a path. */

// Control characters and invisible or direction-changing ones: `invoice\u202Efdp.exe` must not look like a pdf.
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
// Characters with a meaning in Windows, shells or headers.
const reservedCharacters = /[<>:"|?*]/g
const maxLength = 200
const unnamed = 'file'

/** Returns the last segment of the name without hidden characters, at most 200 characters long. */
export function sanitizeFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(invisibleCharacters, '').replace(reservedCharacters, '_').replace(/\s+/g, ' ')
  const name = visible.replace(/^[.\s]+/, '').replace(/(?<![.\s])[.\s]+$/, '')
  if (name === '') return unnamed
  const characters = [...name]
  if (characters.length <= maxLength) return name
  const extension = getExtension(name)
  const ending = extension === '' ? '' : `.${extension}`
  return characters.slice(0, maxLength - ending.length).join('') + ending
}

/** Returns the extension in lower case without its dot; empty when there is none. */
export const getExtension = (name: string): string => /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the Content-Disposition header (RFC 6266): an ASCII name for old clients, and the real one. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const real = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${real}`
}

/** Types that a browser shows without executing anything; all others are downloaded. */
const shown = /^(image\/(jpeg|png|webp|gif)|video\/(mp4|webm|quicktime)|audio\/(mpeg|mp4|wav|ogg|webm))$/

export const chooseDisposition = (mimeType: string): 'inline' | 'attachment' =>
  shown.test(mimeType) ? 'inline' : 'attachment'
