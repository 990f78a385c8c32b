import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewPublication, Publication, PublicationChange, PublicationQuery } from './schemas.ts'
import {
  alreadyListed,
  createPublication,
  deletePublication,
  listPublications,
  showPublication,
  tooManyPublications,
  updatePublication,
} from './service.ts'

const visible = 'Those of a private profile are visible to its owner, its team and administrators; 403 for others.'

export const publicationRoutes = routes('Researchers', [
  route('GET /researchers/:id/publications', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    summary: "List a researcher's publications",
    description:
      'The record of a researcher: one entry for each work, from whatever source it came. The newest works first, those without a year last. ' +
      `${visible} The field \`publications\` of the profile is a list of its own.`,
    query: PublicationQuery,
    response: respondsPage(Publication, { problems: [forbidden, notFound] }),
    run: listPublications,
  }),
  route('GET /researchers/:id/publications/:publication_id', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    summary: 'Show a publication',
    description: visible,
    response: responds(200, Publication, forbidden, notFound),
    run: showPublication,
  }),
  route('POST /researchers/:id/publications', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is saved.' },
    summary: 'Add a publication',
    description:
      'For the owner and administrators; at most 2,000 a researcher. A work that is in the list already is refused: one with the same DOI, or, ' +
      'unless both have one, with the same title, year and family name of the first author, where what is unknown of one of them does not count.',
    body: NewPublication,
    response: responds(201, Publication, forbidden, notFound, alreadyListed, tooManyPublications),
    run: createPublication,
  }),
  route('PUT /researchers/:id/publications/:publication_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is saved.' },
    summary: 'Change a publication',
    description:
      'Changes only the fields that are sent; for the owner and administrators. With other content it is not `verified` any more.',
    body: PublicationChange,
    response: responds(200, Publication, forbidden, notFound, alreadyListed),
    run: updatePublication,
  }),
  route('DELETE /researchers/:id/publications/:publication_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is deleted.' },
    summary: 'Delete a publication',
    description: 'For the owner and administrators.',
    response: respondsMessage(forbidden, notFound),
    run: deletePublication,
  }),
])
