/** The works of the sandbox, in the forms of Crossref and DataCite. The first is also on every ORCID record of the sandbox. */

const ada = {
  given: 'Ada',
  family: 'Okafor',
  ORCID: 'https://orcid.org/0000-0002-1825-0097',
  sequence: 'first',
  affiliation: [],
}

export const crossrefWorks = [
  {
    DOI: '10.5555/12345678',
    URL: 'https://doi.org/10.5555/12345678',
    type: 'journal-article',
    title: ['Small trials: statistics for botany and public health'],
    subtitle: [],
    author: [ada, { given: 'Jan', family: 'van der Berg', sequence: 'additional', affiliation: [] }],
    'container-title': ['Journal of Psychoceramics'],
    publisher: 'Society of Psychoceramics',
    issued: { 'date-parts': [[2024, 3, 14]] },
    abstract:
      '<jats:title>Abstract</jats:title><jats:p>Forty patients can say something, if one asks with <jats:italic>care</jats:italic>.</jats:p>',
  },
  {
    DOI: '10.5555/24242424',
    URL: 'https://doi.org/10.5555/24242424',
    type: 'book-chapter',
    title: ['Missing data'],
    subtitle: ['What patients who leave still tell'],
    author: [ada, { name: 'The Trials Group', sequence: 'additional', affiliation: [] }],
    'container-title': ['Handbook of Small Trials'],
    publisher: 'Society of Psychoceramics',
    issued: { 'date-parts': [[2021]] },
  },
]

export const dataciteWorks = [
  {
    doi: '10.5072/small-trials',
    titles: [{ title: 'Small trials: the data' }],
    creators: [
      {
        name: 'Okafor, Ada',
        nameType: 'Personal',
        givenName: 'Ada',
        familyName: 'Okafor',
        affiliation: [],
        nameIdentifiers: [
          {
            schemeUri: 'https://orcid.org',
            nameIdentifier: 'https://orcid.org/0000-0002-1825-0097',
            nameIdentifierScheme: 'ORCID',
          },
        ],
      },
      { name: 'The Trials Group', nameType: 'Organizational', affiliation: [], nameIdentifiers: [] },
    ],
    publisher: 'Zenodo',
    container: {},
    publicationYear: 2024,
    dates: [{ date: '2024-02-01', dateType: 'Issued' }],
    types: { resourceTypeGeneral: 'Dataset', citeproc: 'dataset', schemaOrg: 'Dataset' },
    descriptions: [{ description: 'The rows of forty patients, without their names.', descriptionType: 'Abstract' }],
    url: 'https://example.org/records/small-trials',
  },
]
