/** How a page and a document write where a researcher studied and worked. */

import { formatMonth } from '#language/formats.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { type Education, type Employment, getStationName, sortStations } from './profiles/career.ts'

export interface StationWords {
  title: string
  place: string
  /** Empty when nothing is known of the time. */
  period: string
}

type Station = Education | Employment

/** Writes the stations, the latest first. */
export function writeStations(stations: readonly Station[], wording: Localizer): StationWords[] {
  return sortStations<Station>(stations).map((station) => {
    const own = 'title' in station ? station.title : joinParts(station.degree, station.field)
    const place = getStationName(station)
    return { title: own || place, place: own === '' ? '' : place, period: writePeriod(station, wording) }
  })
}

const joinParts = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')

function writePeriod(station: Station, wording: Localizer): string {
  const write = createTranslate(wording)
  const [start, end] = [station.start, station.end].map((month) => (month === null ? '' : formatMonth(month, wording)))
  if (start && end) return start === end ? start : `${start} – ${end}`
  if ('current' in station && station.current) return start ? write('since {month}', { month: start }) : write('today')
  if (end) return write('until {month}', { month: end })
  return start ? write('from {month}', { month: start }) : ''
}
