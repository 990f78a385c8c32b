import { html, markTrusted } from '#core/html.ts'
import { renderXmlElement } from '#core/xml.ts'
import { isRightToLeft } from '#language/languages.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { drawSeal, tones } from './seal.ts'
import type { VerifiedCertificate } from './service.ts'

const width = 420
const height = 120
/** Maximum width of a line; the font on the other site is unknown. */
const lineLength = 28

/** Renders the certificate as an SVG for other sites, with its status. It carries the credential. */
export function renderBadge(
  { status, issued_date, ...certificate }: VerifiedCertificate,
  credential: string,
  wording: Localizer,
): string {
  const tone = tones[status]
  const { mark, ring, word, label } = tone
  const write = createTranslate(wording)
  const title = toLine(certificate.title)
  const issuer = toLine(certificate.issuer)
  const awarder = toLine(certificate.awarded_by.name)
  const lines = breakTitle(title)
  const top = lines.length === 1 ? 64 : 55
  return renderXmlElement(html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="label">
${bake(credential)}
<title id="label">${write(label, { title, issuer, date: issued_date })}</title>
<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="14" fill="#fdfcf8" stroke="${ring}" stroke-width="2"/>
<g transform="translate(60 60)">
${markTrusted(drawSeal(tone))}
</g>
<g font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif" fill="#1b2230">
<text x="112" y="${top - 25}" font-size="11" font-weight="600" letter-spacing="${isRightToLeft(wording.language) ? 0 : 2}" fill="${mark}">${write(word)}</text>
${lines.map(
  (line, index) => html`<text x="112" y="${top + index * 23}" font-size="17" font-weight="600">${line}</text>
`,
)}<text x="112" y="${top + lines.length * 23 - 1}" font-size="12.5" fill="#5d6675">${cut(write('Awarded by {name}', { name: awarder }), 34)} · ${issued_date.slice(0, 4)}</text>
</g>
</svg>
`)
}

/** The element of Open Badges 3.0 (section 5.3); JSON has its own escapes for the characters that XML forbids. */
const bake = (credential: string) =>
  html`<openbadges:credential xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0">${credential.replace(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )}</openbadges:credential>`

/** A line as it is shown, without control characters. */
const toLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** Breaks the title into at most two lines; the rest becomes an ellipsis. */
function breakTitle(title: string): string[] {
  if (measureText(title) <= lineLength) return [title]
  const room = takeWidth(title, lineLength)
  const space = room.lastIndexOf(' ')
  const first = space === -1 ? room : room.slice(0, space)
  return [first, cut(title.slice(first.length).trim(), lineLength)]
}

/** Ideographs are twice as wide. */
const measureCharacter = (character: string) =>
  /[\u1100-\u115f\u2e80-\uffdc]|\p{Extended_Pictographic}/u.test(character) ? 2 : 1
const measureText = (text: string) => [...text].reduce((sum, character) => sum + measureCharacter(character), 0)

const cut = (text: string, most: number): string =>
  measureText(text) <= most ? text : `${takeWidth(text, most - 1).trimEnd()}…`

function takeWidth(text: string, most: number): string {
  let kept = ''
  for (const character of text) {
    if (measureText(kept + character) > most) break
    kept += character
  }
  return kept
}
