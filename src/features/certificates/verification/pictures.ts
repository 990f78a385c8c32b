/** Certificates as PNG pictures: the badge for other sites, and the card that social networks show with a link. */

import type { Picture, PictureText } from '#adapters/pictures/picture.ts'
import { formatDay } from '#language/formats.ts'
import { isRightToLeft } from '#language/languages.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { describeAwarder } from '../awarder.ts'
import { drawSeal, tones } from './seal.ts'
import type { VerifiedCertificate } from './service.ts'

const ink = '#1b2230'
const soft = '#5d6675'

/** What a picture of a certificate shows; a holder who is not named is left out. */
export type PictureContent = Pick<VerifiedCertificate, 'status' | 'title' | 'issuer' | 'issued_date'> & {
  name: string | null
  awarded_by: VerifiedCertificate['awarded_by'] | null
}

/** Returns the badge: the same as the SVG. */
export function renderBadgeImage(
  { status, title, awarded_by, issued_date }: PictureContent,
  wording: Localizer,
): Picture {
  const tone = tones[status]
  const write = createTranslate(wording)
  const year = issued_date.slice(0, 4)
  const column = { x: 112, width: 292, isRightToLeft: isRightToLeft(wording.language), leading: 1.3, maxLines: 1 }
  return {
    width: 420,
    height: 120,
    scale: 2,
    shapes: `<rect x="1" y="1" width="418" height="118" rx="14" fill="#fdfcf8" stroke="${tone.ring}" stroke-width="2"/><g transform="translate(60 60)">${drawSeal(tone)}</g>`,
    texts: [
      {
        ...column,
        text: write(tone.word),
        face: 'sansBold',
        color: tone.mark,
        top: 18,
        sizes: [11],
        ...space(wording, 2),
      },
      {
        ...column,
        text: title,
        isPersonal: true,
        face: 'sansBold',
        color: ink,
        top: 38,
        sizes: [17, 15, 14],
        maxLines: 2,
      },
      {
        ...column,
        text: awarded_by === null ? year : `${write('Awarded by {name}', { name: awarded_by.name })} · ${year}`,
        face: 'sans',
        color: soft,
        bottom: 106,
        sizes: [12, 11],
      },
    ],
  }
}

/** Returns the card of 1200 × 630 pixels, the size that the Open Graph protocol's readers expect. */
export function renderCard(shown: PictureContent, wording: Localizer): Picture {
  const { status, title, issuer, issued_date, name, awarded_by } = shown
  const tone = tones[status]
  const write = createTranslate(wording)
  const column = { x: 80, width: 1040, isRightToLeft: isRightToLeft(wording.language), leading: 1.25, maxLines: 1 }
  const seal = column.isRightToLeft ? 150 : 1050
  const texts: PictureText[] = [
    {
      ...column,
      text: write(tone.word),
      face: 'sansBold',
      color: tone.mark,
      top: 84,
      sizes: [30],
      ...space(wording, 6),
    },
    {
      ...column,
      text: title,
      isPersonal: true,
      face: 'sansBold',
      color: ink,
      top: 196,
      sizes: [56, 48, 42],
      maxLines: 3,
    },
    { ...column, text: name ?? '', isPersonal: true, face: 'sans', color: ink, bottom: 480, sizes: [46, 38, 30] },
    {
      ...column,
      text: awarded_by === null ? '' : write(describeAwarder(awarded_by, issuer)),
      face: 'sans',
      color: soft,
      bottom: 530,
      sizes: [26, 22],
    },
    {
      ...column,
      text: `${isolate(issuer)} · ${isolate(formatDay(issued_date, wording))}`,
      face: 'sans',
      color: soft,
      bottom: 572,
      sizes: [26, 22],
    },
  ]
  return {
    width: 1200,
    height: 630,
    scale: 1,
    shapes: `<rect width="1200" height="630" fill="#fdfcf8"/><rect width="1200" height="14" fill="${tone.ring}"/><g transform="translate(${seal} 110) scale(1.5)">${drawSeal(tone)}</g>`,
    texts: texts.filter(({ text }) => text !== ''),
  }
}

/** Letters of Arabic are joined, so no space may be between them. */
const space = ({ language }: Localizer, spacing: number) => (isRightToLeft(language) ? {} : { spacing })

/** The order of the parts does not depend on their directions (UAX #9). */
const isolate = (text: string) => `\u2068${text}\u2069`
