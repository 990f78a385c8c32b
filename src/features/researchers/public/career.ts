/** Education and positions on the public page of a researcher. */

import { type Html, html } from '#core/html.ts'
import type { Writer } from '#pages/writer.ts'
import { type StationWords, writeStations } from '../career-words.ts'
import { getStationName } from '../profiles/career.ts'
import type { Researcher } from '../profiles/schemas.ts'

/** Renders where the researcher worked and studied, without the parts of which nothing is known. */
export const renderCareer = ({ write, wording }: Writer, { employment, education }: Researcher): Html =>
  html`${renderStations(write('Positions held'), writeStations(employment, wording))}
${renderStations(write('Education'), writeStations(education, wording))}`

const renderStations = (title: string, stations: readonly StationWords[]): Html | false =>
  stations.length > 0 &&
  html`<section class="card">
<h2>${title}</h2>
<ul>
${stations.map(
  ({ title: name, place, period }) =>
    html`<li><bdi>${name}</bdi>${place !== '' && html` · <bdi>${place}</bdi>`} <span class="soft"><bdi>${period}</bdi></span></li>\n`,
)}
</ul>
</section>`

const describeOrganization = (name: string, ror: string | null) => ({
  '@type': 'Organization',
  name,
  ...(ror === null ? {} : { sameAs: ror }),
})

/** The places as schema.org has them: where the person works now, and where they studied. */
export function describeCareer({ institution, institution_ror, education, employment }: Researcher) {
  const current = employment.filter((one) => one.current)
  const describe = (stations: Researcher['education'] | Researcher['employment']) =>
    stations.map((station) => describeOrganization(getStationName(station), station.ror))
  return {
    ...(institution === '' ? {} : { affiliation: describeOrganization(institution, institution_ror) }),
    ...(current.length === 0 ? {} : { worksFor: describe(current) }),
    ...(education.length === 0 ? {} : { alumniOf: describe(education) }),
  }
}
