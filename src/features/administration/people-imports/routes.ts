import { Type } from 'typebox'
import { createFieldProblem, notFound, refusesApiKeys } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { reauthenticationNeeded } from '#features/accounts/index.ts'
import { tooCostlyCsv } from '#http/csv-field.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Sentence } from '#language/sentence.ts'
import { ImportPath, ImportRowQuery, PeopleFile, PeopleImport, PeopleImportRow } from './schemas.ts'
import { importPeople, listImportRows, listImports, showImport } from './service.ts'

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const

/** Room for 10,000 rows, and for what JSON escapes. */
const bodyLimit = 8 * 1024 * 1024

/** An example for the API description; the thrown problem names what is wrong. */
const invalidFile = createFieldProblem('csv', 'The file has no rows.')

const describeImport = (result: unknown): Sentence =>
  typeof result === 'object' && result !== null && Reflect.get(result, 'status') === 'preview'
    ? 'The file is read. Nothing is stored or mailed.'
    : 'The invitations go out in the background. The import shows the progress and what came of each row.'

export const peopleImportRoutes = routes('Administration', [
  route('POST /admin/users/import', {
    config: { access: ['admin'], scope: 'admin:write', message: describeImport },
    summary: 'Invite people from a file',
    description:
      'Each row is one person, who is invited as by `POST /admin/users`. Invalid rows are refused with messages, and the ' +
      'others go on in the background; an address with an account is left as it is. People are invited to a `company` as by `POST /companies/{id}/members`, ' +
      'by their address and without the limit of a day; a row for which its company has no room is refused. `preview` tells the verdicts without inviting anybody. ' +
      'Administrators in the file need a recent sign-in and no API key.',
    body: PeopleFile,
    response: responds(200, PeopleImport, invalidFile, tooCostlyCsv, refusesApiKeys, reauthenticationNeeded),
    bodyLimit,
    run: importPeople,
  }),
  route('GET /admin/users/imports', {
    config: reads,
    operationId: 'listPeopleImports',
    summary: 'List imports of people',
    description:
      'The newest first, with their progress. A finished import is deleted after 30 days; the accounts stay.',
    query: Type.Object(Paging),
    response: respondsPage(PeopleImport),
    run: listImports,
  }),
  route('GET /admin/users/imports/:id', {
    config: reads,
    operationId: 'showPeopleImport',
    summary: 'Show the progress of an import of people',
    description: 'How many rows wait and what came of the others.',
    params: ImportPath,
    response: responds(200, PeopleImport, notFound),
    run: showImport,
  }),
  route('GET /admin/users/imports/:id/rows', {
    config: { ...reads, csv: 'Rows of the import' },
    operationId: 'listPeopleImportRows',
    summary: 'List the rows of an import of people',
    description: 'With their verdicts, in the order of the file.',
    params: ImportPath,
    query: ImportRowQuery,
    response: respondsPage(PeopleImportRow, { problems: [notFound] }),
    run: listImportRows,
  }),
])
