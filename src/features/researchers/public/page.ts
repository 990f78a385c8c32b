import { type Html, html, isolateDirections } from '#core/html.ts'
import { renderFacts, renderParagraphs } from '#pages/parts.ts'
import { renderPublicPage, type Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import type { Researcher } from '../profiles/schemas.ts'
import { describeCareer, renderCareer } from './career.ts'
import { describeWorks, type PageWorks, renderWorks } from './publications.ts'

interface ProfilePage {
  profile: Researcher
  publications: PageWorks
  site: Site
  /** The path of this page, without the base path. */
  path: string
}

const orcidUrl = ({ orcid, orcid_verified }: Researcher) =>
  orcid_verified && orcid ? `https://orcid.org/${orcid}` : null

const joinParts = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')

const listNames = { Fields: 'fields', Skills: 'skills', Languages: 'languages' } as const

const isolateList = (texts: readonly string[]) => (texts.length === 0 ? '' : isolateDirections(texts, ', '))

/** Renders the public page of a researcher, with what search engines read. */
export function renderProfilePage(writer: Writer, { profile, publications, site, path }: ProfilePage): string {
  const { write } = writer
  const { user, headline, bio, institution, department, location, country } = profile
  // A location often names the country already.
  const place = joinParts(institution, department, location, location.endsWith(country) ? '' : country)
  const facts: [string, Html | string][] = [
    ...(['Fields', 'Skills', 'Languages'] as const).map((name): [string, Html | string] => [
      write(name),
      isolateList(profile[listNames[name]]),
    ]),
    ['ORCID', orcidUrl(profile) === null ? '' : html`<a href="${orcidUrl(profile)}" rel="me">${profile.orcid}</a>`],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  const body = html`${user.profile_photo && html`<p><img src="${user.profile_photo}" alt="" width="96" height="96"></p>`}
<h1><bdi>${user.name}</bdi></h1>
<p class="lede"><bdi>${headline}</bdi></p>
${place !== '' && html`<p class="soft"><bdi>${place}</bdi></p>`}
${renderFacts(shown)}
<section>
${renderParagraphs(bio)}
</section>
${renderCareer(writer, profile)}
${renderWorks(writer, publications)}`
  return renderPublicPage(writer, site, {
    title: user.name,
    description: headline || bio,
    path,
    body,
    type: 'profile',
    data: describePerson(profile, publications.works, `${site.publicUrl}${path}`),
  })
}

/** The person and their works as schema.org's `ProfilePage`. */
function describePerson(profile: Researcher, works: PageWorks['works'], url: string) {
  const { id, user, headline, bio, country, fields, skills, languages, created_at, updated_at } = profile
  const orcid = orcidUrl(profile)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: created_at,
    dateModified: updated_at,
    ...(works.length === 0 ? {} : { hasPart: describeWorks(works, url) }),
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      identifier: String(id),
      name: user.name,
      url,
      ...(user.profile_photo === null ? {} : { image: user.profile_photo }),
      ...(headline === '' ? {} : { jobTitle: headline }),
      ...(bio === '' ? {} : { description: bio }),
      ...describeCareer(profile),
      ...(country === '' ? {} : { homeLocation: { '@type': 'Country', name: country } }),
      ...(fields.length + skills.length === 0 ? {} : { knowsAbout: [...fields, ...skills] }),
      ...(languages.length === 0 ? {} : { knowsLanguage: languages }),
      ...(orcid === null ? {} : { sameAs: [orcid] }),
    },
  }
}
