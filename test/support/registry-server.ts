/**
 * Doubles of Crossref, DataCite and ORCID, which answer as their published schemas say: the REST API of Crossref
 * (`rest-api-doc/api_format.md`), the JSON:API of DataCite (metadata schema 4) and the Public API 3.0 of ORCID.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { FaultyServer, replyJson } from './gateway-server.ts'

/** What may go wrong with the next answer. */
type Fault = 'hang' | 'error' | 'busy' | 'redirect' | 'html' | 'flood' | 'flood-details'

/** A work in a form that all three are made of. */
export interface RegisteredWork {
  doi: string
  title: string
  year: number
  authors: readonly { given: string; family: string; orcid?: string }[]
  container: string
  abstract?: string
}

interface OrcidEntry extends RegisteredWork {
  /** Whether an organization added it, and not the person. */
  proven: boolean
}

export class RegistryServer extends FaultyServer<Fault> {
  /** The paths that were asked for. */
  readonly asked: string[] = []
  readonly crossref = new Map<string, RegisteredWork>()
  readonly datacite = new Map<string, RegisteredWork>()
  /** The works of records, by iD; the number of a work is its place from 1. */
  readonly records = new Map<string, OrcidEntry[]>()

  /** The settings of a service that asks this server. */
  get settings(): Record<string, string> {
    return {
      CROSSREF_API_BASE: `${this.address}/crossref`,
      DATACITE_API_BASE: `${this.address}/datacite`,
      ORCID_API_BASE: `${this.address}/orcid`,
    }
  }

  protected serve(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    this.asked.push(path)
    if (this.take('hang')) return
    if (this.take('error')) return response.writeHead(500).end()
    if (this.take('busy')) return response.writeHead(429, { 'retry-after': '5' }).end()
    if (this.take('redirect')) return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (this.take('html')) return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    if (this.take('flood')) return flood(response)
    const [registry = '', kind = '', name = '', ids] = path.split('/').slice(1).map(decodeURIComponent)
    if (registry === 'orcid')
      return this.#answerOrcid(response, kind, ids === undefined ? null : ids.split(',').map(Number))
    const work = registry === 'crossref' ? this.crossref.get(name) : this.datacite.get(name)
    if (work === undefined) return response.writeHead(404).end('Resource not found.')
    const body =
      registry === 'crossref'
        ? { status: 'ok', 'message-type': 'work', message: describeForCrossref(work) }
        : { data: { id: work.doi, type: 'dois', attributes: describeForDatacite(work) } }
    replyJson(response, { status: 200, body })
  }

  #answerOrcid(response: ServerResponse, orcid: string, ids: readonly number[] | null) {
    const works = this.records.get(orcid)
    if (works === undefined) return response.writeHead(404).end()
    if (ids === null)
      return replyJson(response, {
        status: 200,
        body: { group: works.map((work, index) => ({ 'work-summary': [describeForOrcid(work, index + 1)] })) },
      })
    if (this.take('flood-details')) return flood(response)
    const bulk = ids.map((id) => {
      const work = works[id - 1]
      if (work === undefined) return { error: { 'response-code': 404 } }
      const contributor = work.authors.map(({ given, family, orcid: path }) => ({
        'contributor-orcid': path === undefined ? null : { path },
        'credit-name': { value: `${given} ${family}` },
        'contributor-attributes': { 'contributor-role': 'author' },
      }))
      return { work: { ...describeForOrcid(work, id), contributors: { contributor } } }
    })
    replyJson(response, { status: 200, body: { bulk } })
  }
}

/** Answers more than anybody reads. */
function flood(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"message":{"title":["${'x'.repeat(6_000_000)}"]}}`)
}

const describeForCrossref = ({ doi, title, year, authors, container, abstract }: RegisteredWork) => ({
  DOI: doi,
  type: 'journal-article',
  title: [title],
  subtitle: [],
  author: authors.map(({ given, family, orcid }) => ({
    given,
    family,
    sequence: 'additional',
    affiliation: [],
    ...(orcid === undefined ? {} : { ORCID: `http://orcid.org/${orcid}`, 'authenticated-orcid': true }),
  })),
  'container-title': [container],
  issued: { 'date-parts': [[year, 3]] },
  ...(abstract === undefined ? {} : { abstract }),
})

const describeForDatacite = ({ doi, title, year, authors, container, abstract }: RegisteredWork) => ({
  doi,
  titles: [{ lang: 'de', title: 'Ein Titel', titleType: 'TranslatedTitle' }, { title }],
  creators: authors.map(({ given, family, orcid }) => ({
    name: `${family}, ${given}`,
    nameType: 'Personal',
    nameIdentifiers:
      orcid === undefined ? [] : [{ nameIdentifier: `https://orcid.org/${orcid}`, nameIdentifierScheme: 'ORCID' }],
  })),
  publisher: { name: container },
  publicationYear: year,
  types: { resourceTypeGeneral: 'Dataset', citeproc: 'dataset' },
  descriptions: abstract === undefined ? [] : [{ description: abstract, descriptionType: 'Abstract' }],
})

const describeForOrcid = ({ doi, title, year, container, proven }: OrcidEntry, id: number) => ({
  'put-code': id,
  source: proven
    ? { 'source-client-id': { path: '0000-0001-9884-1913' }, 'source-name': { value: 'Crossref' } }
    : { 'source-orcid': { path: '0009-0000-0000-0000' }, 'source-name': { value: 'The person' } },
  title: { title: { value: title }, subtitle: null },
  'journal-title': { value: container },
  type: 'journal-article',
  'publication-date': { year: { value: String(year) }, month: null, day: null },
  'external-ids': {
    'external-id':
      doi === '' ? [] : [{ 'external-id-type': 'doi', 'external-id-value': doi, 'external-id-relationship': 'self' }],
  },
})
