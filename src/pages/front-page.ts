/** The front page at `/`: the installation's own name and sentence, a search, and what is offered to visitors. */

import type { Context } from '#context.ts'
import { type Html, html, isolateDirections } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { listEntrances, type PublicListPath, publicLists, renderPublicPage, type Site } from './public-page.ts'
import { createWriter, type Writer } from './writer.ts'

/** A thing of a public list, as the front page names it. */
export interface Offer {
  title: string
  /** The path of its page, without the base path; null where the list has all that there is about it. */
  path: string | null
  /** What it is in a few words. */
  facts: readonly string[]
}

/** A public list, as the front page shows its beginning. */
export interface OfferSource {
  readonly path: PublicListPath
  /** Returns the first of what visitors may see, at most `maxOffers`. */
  list(ctx: Context, writer: Writer): Promise<readonly Offer[]>
}

/** Things of one list on the front page. */
export const maxOffers = 5

interface ListOffers {
  path: PublicListPath
  offers: readonly Offer[]
}

interface FrontPage {
  site: Site
  /** The lists that have something. */
  lists: readonly ListOffers[]
  isDevelopment: boolean
  wording: Localizer
}

/** The headings of lists whose newest things are shown. */
const headings: Partial<Record<PublicListPath, PlainTemplate>> = {
  '/jobs': 'Newest jobs',
  '/courses': 'Newest courses',
}

const renderOffer = (base: string, { title, path, facts }: Offer): Html =>
  html`<li><h3>${path === null ? html`<bdi>${title}</bdi>` : html`<a href="${base}${path}"><bdi>${title}</bdi></a>`}</h3>
${facts.length > 0 && html`<p class="soft">${isolateDirections(facts, ' · ')}</p>`}</li>
`

function renderList({ write }: Writer, base: string, { path, offers }: ListOffers): Html {
  const name = publicLists[path]
  return html`<section><h2>${write(headings[path] ?? name)}</h2>
<ul class="rows">${offers.map((offer) => renderOffer(base, offer))}</ul>
<p><a href="${base}${path}" aria-label="${write('Show all')}: ${write(name)}">${write('Show all')}</a></p></section>
`
}

const renderSearch = ({ write }: Writer, base: string): Html =>
  html`<form method="get" action="${base}/jobs" role="search">
<label>${write('Search jobs')}
<input name="search" type="search" maxlength="200" autocomplete="off"></label>
<button>${write('Search')}</button>
</form>`

const headerOrder = Object.keys(publicLists)
/** The order of the header. */
const byHeader = (one: ListOffers, other: ListOffers) => headerOrder.indexOf(one.path) - headerOrder.indexOf(other.path)

/** Renders the page. Brands replace its sentence, as any other. */
export function renderFrontPage({ site, lists, isDevelopment, wording }: FrontPage): string {
  const writer = createWriter(wording)
  const { write } = writer
  const { organizationName: organization, basePath: base, publicUrl } = site
  const [signIn, signUp] = listEntrances(site, writer)
  const sentence = write('Jobs, courses, exams and people in research, in one place.')
  const body = html`<h1>${organization}</h1>
<p class="lede">${sentence}</p>
${
  signIn &&
  html`<p class="answers">${signUp && html`<a class="button" href="${signUp.href}">${signUp.text}</a> `}<a class="button${signUp && ' quiet'}" href="${signIn.href}">${signIn.text}</a></p>`
}
${lists.some(({ path }) => path === '/jobs') && renderSearch(writer, base)}
${lists.toSorted(byHeader).map((list) => renderList(writer, base, list))}
<p class="soft"><a href="${base}/developers">${write('For developers')}</a>${isDevelopment && html` · <a href="${base}/sandbox">${write('Sandbox')}</a>`}</p>`
  return renderPublicPage(writer, site, {
    title: organization,
    description: sentence,
    path: '/',
    body,
    data: { '@context': 'https://schema.org', '@type': 'WebSite', name: organization, url: `${publicUrl}/` },
  })
}
