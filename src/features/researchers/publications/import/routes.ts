import { forbidden, notFound } from '#core/problem.ts'
import { createErrorResponses, responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { tooCostlyText } from './file.ts'
import { noOrcid } from './registry-limit.ts'
import { PublicationFile, PublicationImport } from './schemas.ts'
import { importPublications, noWorks, tooManyWorks } from './service.ts'

/** Room for two million characters, and for what JSON escapes. */
const bodyLimit = 8 * 1024 * 1024

export const publicationImportRoutes = routes('Researchers', [
  route('POST /researchers/:id/publications/import', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The works are read.' },
    summary: 'Add publications from a file, DOIs or ORCID',
    description:
      'For the owner and administrators. Reads BibTeX, RIS or CSL-JSON, asks Crossref and, for a DOI that it does not know, DataCite, or reads the ' +
      'public works of the ORCID iD that the researcher has linked; answers what came of every work. A work that is in the list already, by the ' +
      'rule of `POST /researchers/{id}/publications`, fills what is empty there and changes nothing else; but what a registration agency says, or ' +
      'another organization that added the work to the ORCID record, replaces what came from a file or is less certain, and is `verified`. What a ' +
      'person has typed or changed is never replaced. Works without a title are refused, DOIs that neither agency knows, and works beyond 2,000 ' +
      'publications; the others are stored. `preview` tells the verdicts without storing anything. When a registry does not answer, nothing is ' +
      'stored (502). Imports from registries are limited to `RATE_LIMIT_REGISTRIES` an hour, and those of files, previews included, to 30.',
    body: PublicationFile,
    response: {
      ...responds(200, PublicationImport, forbidden, notFound, noWorks, tooManyWorks, tooCostlyText, noOrcid),
      ...createErrorResponses([429, 502, 503]),
    },
    bodyLimit,
    run: importPublications,
  }),
])
