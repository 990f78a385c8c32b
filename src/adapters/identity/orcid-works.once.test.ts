import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { fetchProvenWorks, readWorks } from './orcid-works.ts'

/** A summary with the fields that ORCID documents, without those that nothing reads. */
const createSummary = (source: object, more: object = {}) => ({
  'put-code': 733_535,
  source: { 'source-orcid': null, 'source-client-id': null, 'source-name': { value: 'Crossref' }, ...source },
  title: { title: { value: 'ORCID: a system to uniquely\n identify researchers' }, subtitle: null },
  'external-ids': {
    'external-id': [
      { 'external-id-type': 'issn', 'external-id-value': '1741-4857', 'external-id-relationship': 'part-of' },
      {
        'external-id-type': 'doi',
        'external-id-value': 'https://doi.org/10.1087/20120404',
        'external-id-relationship': 'self',
      },
    ],
  },
  'publication-date': { year: { value: '2012' }, month: null, day: null },
  ...more,
})
const client = {
  'source-client-id': { uri: 'https://orcid.org/client/0000-0001-9884-1913', path: '0000-0001-9884-1913' },
}
const group = (...summaries: object[]) => ({ group: [{ 'work-summary': summaries }] })

describe('the works of an ORCID record', () => {
  it('are those that an organization has added', () => {
    assert.deepEqual(readWorks(group(createSummary(client), createSummary(client))), [
      {
        id: 733_535,
        title: 'ORCID: a system to uniquely identify researchers',
        year: 2012,
        doi: '10.1087/20120404',
        source: 'Crossref',
      },
    ])
  })

  it('are not those that the person added, by hand or with a tool', () => {
    const person = { path: '0000-0002-1825-0097' }

    assert.deepEqual(readWorks(group(createSummary({ 'source-orcid': person }))), [])
    assert.deepEqual(readWorks(group(createSummary({ ...client, 'assertion-origin-orcid': person }))), [])
  })

  it('may lack a DOI and a year', () => {
    const [work] = readWorks(group(createSummary(client, { 'external-ids': null, 'publication-date': null })))

    assert.deepEqual([work?.doi, work?.year], [null, null])
  })

  it('are read from any JSON without an error', () => {
    fc.assert(fc.property(fc.jsonValue(), (answer) => assert.ok(Array.isArray(readWorks(answer)))))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (title, source) => {
        readWorks({ group: [{ 'work-summary': [{ 'put-code': 1, title, source }] }] })
      }),
    )
  })

  it('are asked of the public API of the issuer', async () => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return Response.json({ group: [] })
    }
    const orcid = '0000-0002-1825-0097'

    for (const issuer of ['https://orcid.org', 'https://sandbox.orcid.org', 'http://localhost:3000/sandbox/identity'])
      await fetchProvenWorks({ fetch, timeoutMs: hangLimitMs }, issuer, orcid)

    assert.deepEqual(asked, [
      `https://pub.orcid.org/v3.0/${orcid}/works`,
      `https://pub.sandbox.orcid.org/v3.0/${orcid}/works`,
      `http://localhost:3000/sandbox/identity/record/${orcid}/works`,
    ])
    await assert.rejects(
      fetchProvenWorks(
        { fetch: async () => new Response('', { status: 503 }), timeoutMs: hangLimitMs },
        'https://orcid.org',
        orcid,
      ),
    )
  })
})
