/** The works on the record of every iD of the sandbox, in the form of ORCID: one by a publisher, one by the person. */

const registration = {
  'external-id-type': 'doi',
  'external-id-value': '10.5555/12345678',
  'external-id-relationship': 'self',
}

const byPublisher = {
  'put-code': 1,
  source: {
    'source-orcid': null,
    'source-client-id': { path: '0000-0001-9884-1913' },
    'source-name': { value: 'Crossref' },
    'assertion-origin-orcid': null,
  },
  title: { title: { value: 'Small trials: statistics for botany and public health' } },
  'external-ids': { 'external-id': [registration] },
  'publication-date': { year: { value: '2024' }, month: { value: '03' }, day: null },
  type: 'journal-article',
  'journal-title': { value: 'Journal of Psychoceramics' },
}

const byPerson = {
  'put-code': 2,
  source: { 'source-orcid': { path: '0009-0000-0000-0000' }, 'source-client-id': null, 'source-name': { value: 'Me' } },
  title: { title: { value: 'Everything about machine learning, which I added myself' } },
  'external-ids': { 'external-id': [] },
  'publication-date': null,
}

export const sandboxWorks = {
  group: [{ 'work-summary': [byPublisher] }, { 'work-summary': [byPerson] }],
}

const author = { 'contributor-role': 'author', 'contributor-sequence': 'first' }

/** The works with these numbers, with their authors. */
export const describeSandboxWorks = (ids: readonly number[]) => ({
  bulk: ids.map((id) => {
    const work = [byPublisher, byPerson].find((summary) => summary['put-code'] === id)
    if (work === undefined) return { error: { 'response-code': 404, 'developer-message': 'No such work.' } }
    const contributor = [{ 'credit-name': { value: 'Ada Okafor' }, 'contributor-attributes': author }]
    return { work: { ...work, contributors: { contributor } } }
  }),
})
