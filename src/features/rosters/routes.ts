import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { createFieldProblem, forbidden, notFound } from '#core/problem.ts'
import { tooCostlyCsv } from '#http/csv-field.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Routes } from '#http/routes.ts'
import { unknownCohort, unknownCompany } from './groups.ts'
import { NewRosterEntries, RosterEntry, RosterQuery, RosterRemoval, RosterVerdict } from './schemas.ts'
import { type listRosterEntries, tooManyEntries } from './service.ts'

/** What the rosters of exams and those of courses do differently. */
interface RosterOf {
  path: 'exams' | 'courses'
  noun: 'Exam' | 'Course'
  /** In a sentence: "an exam". */
  named: string
  /** Who manages it besides administrators: "the owner of the exam". */
  manager: string
  tag: string
  /** What a person who is taken off the roster keeps; one or two sentences. */
  kept: string
  list: (ctx: Context, id: number, query: RosterQuery) => ReturnType<typeof listRosterEntries>
  add: (ctx: Context, id: number, input: NewRosterEntries) => Promise<RosterVerdict[]>
  remove: (ctx: Context, id: number, removal: RosterRemoval) => Promise<void>
}

/** An example for the API description; the thrown problem names what is wrong. */
const invalidFile = createFieldProblem('csv', 'The file has no rows.')

/** Creates the routes of the roster of an exam or course. */
export const createRosterRoutes = ({ path, noun, named, manager, tag, kept, list, add, remove }: RosterOf): Routes => {
  const url = `/${path}/:id/roster` as const
  const access = 'signed-in'

  return routes(tag, [
    route(`GET ${url}`, {
      config: { discloses: true, access, scope: `${path}:read` },
      operationId: `list${noun}Roster`,
      summary: `List who may take ${named} that is for invited people`,
      description: `Oldest first; for ${manager} and administrators.`,
      query: RosterQuery,
      response: respondsPage(RosterEntry, { problems: [forbidden, notFound] }),
      run: list,
    }),
    route(`POST ${url}`, {
      config: { access, scope: `${path}:write`, message: 'The roster is saved.' },
      operationId: `addTo${noun}Roster`,
      summary: `Put people on the roster of ${named}`,
      description:
        `For ${manager}, as often as \`INVITATIONS_PER_DAY\` allows, and for administrators. People are notified once it is ` +
        `published with \`access\` \`invited\`; a roster of ${named} for everyone changes nothing until then. An address that no account has verified waits until one has.`,
      body: NewRosterEntries,
      response: responds(
        200,
        Type.Array(RosterVerdict, {
          description:
            'A verdict for each person: of `user_ids`, of `emails`, of the file, of the company, of the cohort.',
        }),
        forbidden,
        notFound,
        tooManyEntries,
        invalidFile,
        tooCostlyCsv,
        unknownCompany,
        unknownCohort,
      ),
      run: add,
    }),
    route(`DELETE ${url}`, {
      config: { access, scope: `${path}:write`, message: 'The person is taken off the roster.' },
      operationId: `removeFrom${noun}Roster`,
      summary: `Take a person off the roster of ${named}`,
      description: `For ${manager} and administrators. ${kept}`,
      query: RosterRemoval,
      response: respondsMessage(forbidden, notFound),
      run: remove,
    }),
  ])
}
