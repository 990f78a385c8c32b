/** The seal of certificates on pictures. */

export const tones = {
  valid: {
    mark: '#1d2f6f',
    ring: '#b08d3c',
    word: 'CERTIFIED',
    label: 'CERTIFIED: {title}, {issuer}, {date}',
    sign: 'M-10 1 -3 8 11 -8',
  },
  revoked: {
    mark: '#8a8f98',
    ring: '#b9bdc4',
    word: 'REVOKED',
    label: 'REVOKED: {title}, {issuer}, {date}',
    sign: 'M-8 -8 8 8M8 -8 -8 8',
  },
} as const

/** Returns the seal in SVG, around the point 0, 0 with a radius of 32 and ribbons below. */
export const drawSeal = ({ mark, ring, sign }: (typeof tones)[keyof typeof tones]): string =>
  `<path d="M-20 18-26 44-14 38-4 46 0 24 4 46 14 38 26 44 20 18z" fill="${mark}"/>
<circle r="32" fill="${ring}"/><circle r="26" fill="${mark}"/>
<path d="${sign}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`
