/** The colors of a brand, with enough contrast to be read (WCAG 2.2, success criterion 1.4.3). */

import { isJsonObject, type Json, type Report } from '#config/brand-json.ts'
import type { BrandColors } from '#language/brand.ts'

const names = ['accent', 'darkAccent']
const leastContrast = 4.5
/** The surfaces of light and of dark pages. */
const surfaces = { accent: '#ffffff', darkAccent: '#191e27' }
const inks = ['#ffffff', '#111111']

/** Returns null if a color is missing or wrong. */
export function readColors(input: Json, report: Report): BrandColors | null {
  if (!isJsonObject(input)) {
    report(`The colors in brand.json must be an object with ${names.join(' and ')}.`)
    return null
  }
  for (const name of Object.keys(input).filter((key) => !names.includes(key)))
    report(`brand.json has the unknown color "${name}"; the colors are ${names.join(' and ')}.`)
  const accent = readColor('accent', input.accent, report)
  const darkAccent =
    input.darkAccent === undefined ? lighten(accent) : readColor('darkAccent', input.darkAccent, report)
  if (accent === null || darkAccent === null) return null
  return { accent, onAccent: chooseInk(accent), darkAccent, onDarkAccent: chooseInk(darkAccent) }
}

function readColor(name: keyof typeof surfaces, value: Json | undefined, report: Report): string | null {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) {
    report(`The color ${name} in brand.json must be like #1d2f6f, not ${JSON.stringify(value) ?? 'missing'}.`)
    return null
  }
  const contrast = measureContrast(value, surfaces[name])
  if (contrast >= leastContrast) return value.toLowerCase()
  const pages = name === 'accent' ? 'light' : 'dark'
  report(
    `The color ${name} in brand.json, ${value}, has a contrast of ${contrast.toFixed(1)} on ${pages} pages; ` +
      `links need at least ${leastContrast} to be read.`,
  )
  return null
}

/** Mixes the color with white until it can be read on dark pages. */
function lighten(color: string | null): string | null {
  if (color === null) return null
  const steps = Array.from({ length: 21 }, (_, step) => mixWithWhite(color, step / 20))
  return steps.find((one) => measureContrast(one, surfaces.darkAccent) >= 7) ?? '#ffffff'
}

const toChannels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

const mixWithWhite = (color: string, share: number): string =>
  `#${toChannels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Relative luminance, WCAG 2.2. */
function measureLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, WCAG 2.2: from 1 to 21. */
function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [measureLuminance(one), measureLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns white or black, which can be read better on the color. */
const chooseInk = (color: string): string =>
  inks.toSorted((a, b) => measureContrast(b, color) - measureContrast(a, color))[0] ?? '#ffffff'
