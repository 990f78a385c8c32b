/** Works as the REST API of DataCite answers them (metadata schema 4, https://schema.datacite.org). */

import { readType } from './csl-json.ts'
import { findText, findValue, type Item, isItem, joinTitle, listItems } from './json-values.ts'
import { parseName } from './names.ts'
import type { Limits, Reference, SourceAuthor, WorkType } from './work.ts'

/** What `resourceTypeGeneral` means, where the answer has no word of CSL. */
const types: Readonly<Record<string, WorkType>> = {
  ...{ Dataset: 'dataset', Software: 'software', ComputationalNotebook: 'software', JournalArticle: 'article-journal' },
  ...{ Preprint: 'article', Book: 'book', BookChapter: 'chapter', ConferencePaper: 'paper-conference' },
  ...{ ConferenceProceeding: 'book', Dissertation: 'thesis', Report: 'report', Standard: 'standard', Image: 'graphic' },
  ...{ Audiovisual: 'motion_picture', Event: 'event', Journal: 'periodical', PeerReview: 'review', Sound: 'song' },
}

/** Returns the work of an answer of `/dois/{doi}`, under the DOI that was asked for. */
export function interpretDatacite(answer: unknown, doi: string, limits: Limits): Reference | null {
  const work = findValue(answer, 'data', 'attributes')
  if (!isItem(work)) return null
  const titles = listItems(work, 'titles')
  const title = titles.find(({ titleType }) => titleType === undefined || titleType === null) ?? titles[0]
  const subtitle = titles.find(({ titleType }) => titleType === 'Subtitle')
  const issued = listItems(work, 'dates').find(({ dateType }) => dateType === 'Issued')
  const abstract = listItems(work, 'descriptions').find(({ descriptionType }) => descriptionType === 'Abstract')
  const creators = listItems(work, 'creators')
  return {
    key: doi,
    work: {
      title: joinTitle(findText(title, 'title'), findText(subtitle, 'title')),
      authors: creators.slice(0, limits.authors).map((creator) => readCreator(creator, limits)),
      authorsCount: creators.length,
      date: findText(issued, 'date') || findText(work, 'publicationYear'),
      container:
        findText(work, 'container', 'title') || findText(work, 'publisher', 'name') || findText(work, 'publisher'),
      type: findType(findValue(work, 'types')),
      doi,
      url: findText(work, 'url'),
      abstract: findText(abstract, 'description'),
    },
  }
}

function findType(kind: unknown): WorkType {
  const general = types[findText(kind, 'resourceTypeGeneral')]
  const word = readType(findText(kind, 'citeproc'))
  // A data set of biology is an `article` in the words of some deposits.
  return general ?? word
}

function readCreator(creator: Item, { nameCharacters }: Limits): SourceAuthor {
  const iD = listItems(creator, 'nameIdentifiers').find(
    (identifier) => findText(identifier, 'nameIdentifierScheme').toUpperCase() === 'ORCID',
  )
  const orcid = findText(iD, 'nameIdentifier')
  const [given, family, name] = [
    findText(creator, 'givenName'),
    findText(creator, 'familyName'),
    findText(creator, 'name'),
  ]
  if (family !== '') return { given, family, orcid }
  if (creator.nameType === 'Organizational' || !name.includes(',')) return { given: '', family: name, orcid }
  return { ...parseName(name.slice(0, nameCharacters)), orcid }
}
