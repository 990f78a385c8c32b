/** Names of files: those that clients send, which never become a path, and those of what people download. */

import { normalizeForm } from './text-normalization.ts'

// Control characters and invisible or direction-changing ones: `invoice\u202Efdp.exe` must not look like a pdf. A joiner stays where it gives the
// letters of a script their form, or joins an emoji.
const invisibleCharacters =
  /(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])[\u200c\u200d]|[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]--[\u200c\u200d]]/gv
// Characters with a meaning in Windows, shells or headers.
const reservedCharacters = /[<>:"|?*]/g
const maxLength = 200
/** A longer name keeps its beginning and its end before anything else is done with it, in UTF-16 code units. */
const maxGivenLength = 2_000
const unnamed = 'file'

/** Returns the last segment of a name that a client sent, without hidden characters, at most 200 characters long. */
export function sanitizeFileName(input: string): string {
  const name = removeUnsafeCharacters(input.split(/[/\\]/).at(-1) ?? '')
  const extension = getExtension(name)
  return shorten(name, extension === '' ? '' : `.${extension}`)
}

/** Returns the name of a file whose title a person wrote: its slashes separate words, not folders. */
export function formatFileName(title: string, extension: string): string {
  const name = removeUnsafeCharacters(title.replace(/[/\\]/g, '-'))
  return shorten(`${name}.${extension}`, `.${extension}`)
}

const cut = (text: string) =>
  text.length > maxGivenLength ? text.slice(0, maxGivenLength) + text.slice(-maxLength) : text

function removeUnsafeCharacters(text: string): string {
  const visible = normalizeForm(cut(text).toWellFormed(), 'NFC').replace(invisibleCharacters, '')
  const name = visible
    .replace(reservedCharacters, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
  return name.replace(/(?<![.\s])[.\s]+$/, '') || unnamed
}

/** Returns the name with at most 200 characters, and its ending. */
function shorten(name: string, ending: string): string {
  const characters = [...name]
  if (characters.length <= maxLength) return name
  return characters.slice(0, maxLength - ending.length).join('') + ending
}

/** Returns the extension in lower case without its dot; empty when there is none. */
export const getExtension = (name: string): string => /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The extensions of JPEG: the usual ones, and those that Windows, browsers and cameras write besides. */
export const jpegExtensions = ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'] as const

const pictureExtensions: ReadonlySet<string> = new Set([...jpegExtensions, 'png', 'webp', 'gif'])

/** Returns whether the name is that of a picture which pages show. */
export const isPictureName = (name: string): boolean => pictureExtensions.has(getExtension(name))

/** Returns the Content-Disposition header (RFC 6266): an ASCII name for old clients, and the real one. */
export function formatContentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const real = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${real}`
}

/** Types that a browser shows without executing anything; all others are downloaded. */
const shown = /^(image\/(jpeg|png|webp|gif)|video\/(mp4|webm|quicktime)|audio\/(mpeg|mp4|wav|ogg|webm))$/

export const chooseDisposition = (mimeType: string): 'inline' | 'attachment' =>
  shown.test(mimeType) ? 'inline' : 'attachment'
