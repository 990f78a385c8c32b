import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { expandOperations } from '#http/description/references.ts'
import { descriptionFile } from './description.ts'

/** The bound of each list that is answered whole, by the operation that answers it. */
const wholeLists: Record<string, string> = {
  listQuestions: '1,000 and 2 MB (exams/questions/service.ts)',
  listLessons: '500 and 2 MB (courses/lessons/authoring.ts)',
  listMilestones: '500 and 2 MB (projects/milestones/add.ts)',
  listVersions: '1,000 and 2 MB (projects/versions/service.ts)',
  listChanges: 'a page of the change feed (changes/schemas.ts)',
  listCollaborators: '500 (projects/collaborators/service.ts)',
  listCompanyMembers: '500 (companies/members/service.ts)',
  listTeam: '500, and the plan (researchers/team/service.ts)',
  listExportOmissions: 'one for each question of a bank, at most 5,000 (question-banks/banks/service.ts)',
  showStatistics: '1,000 with shortened texts (exams/statistics/schemas.ts)',
  listMaterials: '500 and 2 MB (exams/materials/service.ts)',
  listScorecards: '200 and 2 MB (jobs/scorecards/service.ts)',
  listApplicationNotes: '200 and 2 MB (jobs/notes/service.ts)',
  listReviewers: '50 (jobs/reviewers/service.ts)',
  listCertificateShares: '50 (certificates/sharing/service.ts)',
  listPaymentMethods: '50 (payments/methods/service.ts)',
  listPaymentMethodTypes: 'one for each kind of method',
  listCertificates: 'one for each exam and course that the person has passed; rows without long texts',
  listSearchAliases: '1,000 (search/aliases/schemas.ts)',
  listPlans: 'written by administrators',
  listRevenue: 'one row for each period of the query',
  listFigures: '400 days (administration/service/figures.ts)',
  listSchedules: 'as many as the service has',
  suggest: 'fixed number of suggestions',
  suggestInstitutions: 'at most 100 of a list that ships (institutions/schemas.ts)',
  listCategories: 'fixed number of categories',
  listPopular: 'fixed number of searches',
}

/** The bound of each list inside an object, by its name. */
const nestedLists: Record<string, string> = {
  followers: 'those that the features declare, about ten',
  // Bounded by `maxItems` of what is written.
  skills: '100',
  fields: '50',
  languages: '50',
  publications: '500, written as one body',
  education: '30, written as one body',
  employment: '50, written as one body',
  authors: '100 of each publication (researchers/publications/record.ts)',
  criteria: '20 in a post; in figures of scorecards, those of the post',
  questions: '50 in a post; in an attempt, those of its exam',
  rejection_reasons: '30',
  requirements: '20',
  additional_answers: '100',
  ratings: '20',
  cohorts: '200 (courses/cohort-schemas.ts)',
  prerequisites: '50',
  features: '50',
  plans: '100',
  types: '100',
  scopes: 'as many as there are',
  config_keys: '10',
  options: '50',
  correct_answer: '100',
  proposed_times: '5',
  sections: '50',
  pairs: '50',
  files:
    'the pictures of the questions of a bank, at most 20 MB; of an answer 10, of an attempt 10 for each question; 5 in a message',
  rubric: '20',
  levels: '10',
  texts: 'one for each language',
  prompts: 'the left sides or blanks of the question',
  tags: '20',
  tags_any: '20',
  tags_all: '20',
  interviewers: '10',
  shows: '4',
  prices: '30 currencies',
  roles: '5',
  channels: '2',
  // Bounded by a limit of the service.
  lessons: '500 (courses/lessons/authoring.ts)',
  history: '1,000 and 2 MB (projects/milestones/service.ts)',
  sources: '20, the newest of a candidate (sourcing/candidates/import.ts)',
  status_history: '500 (jobs/applications/status.ts)',
  identity_disclosures: '100 (jobs/applications/service.ts)',
  resume_downloads: 'the newest 50',
  api_keys: '50',
  sessions: 'the newest 100',
  records: 'one for each kind of record',
  received: 'parts of an upload, at most 10,000 small numbers; in figures, one for each route',
  missing: 'parts of an upload, or what is missing of at most 20 requirements',
  // Bounded by what they are computed from.
  rows: '10,000 (administration/people-imports/schemas.ts)',
  messages: 'one for each column of a row',
  your_answer: 'the options of the question',
  right_answer: 'the options of the question',
  choices: 'the options of the question',
  other_names: 'those of an institution of a list that ships',
  distribution: '10',
  countries: 'those of the provider',
  currencies: 'those of the provider',
  login_methods: 'one for each provider',
  providers: 'one for each that is configured',
  courses: 'the newest 100, or three suggestions',
  exams: 'three suggestions',
  evidence: 'one for each requirement or skill',
  reasons: 'one for each requirement, or rejection reason',
  suggestions: 'one for each requirement',
  interviews: 'the capacity of a slot, at most 50',
  overlaps: '50 (jobs/interviews/interviewers.ts)',
  stages: 'one for each status',
  highlights: 'one for each field',
  corrections: 'at most 5 for each of 24 words',
  not_understood: '24 words',
  excluded: 'words of the query, which has a longest text',
  ignored: 'words of the query, which has a longest text',
  at_risk_reasons: 'three, or one at an exam',
  quizzes: 'one for each lesson, at most 500 (courses/lessons/authoring.ts)',
  causes: 'reports that are open',
  attachments: 'of one mail of the service',
  refunds: 'by administrators',
  settings: 'as many as there are',
  missing_requirements: 'one for each requirement of an upgrade',
  hashes: 'the height of the log',
  refunded: 'one for each currency',
  sign_ins: 'the outcomes of each way to sign in',
  mails: 'three outcomes',
  payments: 'the outcomes of each gateway',
}

interface Schema {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
}

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

describe('lists in answers', async () => {
  const { paths, components } = expandOperations(JSON.parse(await readFile(descriptionFile, 'utf8')))

  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : resolve(components.schemas[$ref.split('/').at(-1) ?? ''])

  /** The names of all properties that are lists; that of a list in a list is the name of the outer one. */
  function findLists(given: Schema, name: string, seen: readonly string[] = []): string[] {
    if (given.$ref !== undefined && seen.includes(given.$ref)) return []
    const outer = given.$ref === undefined ? seen : [...seen, given.$ref]
    const schema = resolve(given)
    const own = [schema.type ?? []].flat().includes('array') ? [name] : []
    const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => findLists(value, key, outer))
    const others = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()
    return [...own, ...inner, ...others.flatMap((one) => findLists(one, name, outer))]
  }

  const operations: Operation[] = Object.values<Record<string, Operation>>(paths).flatMap(({ get }) => get ?? [])
  const answers = operations.flatMap(({ operationId, responses }) => {
    const schema = responses['200']?.content?.['application/json']?.schema
    return schema === undefined ? [] : [{ operationId, schema: resolve(schema) }]
  })

  it('are read in pages, or have a bound', () => {
    const whole = answers.filter(({ schema }) => {
      const isPaged = resolve(schema.properties?.meta ?? {}).properties?.per_page !== undefined
      return !isPaged && resolve(schema.properties?.data ?? {}).type === 'array'
    })

    const names = whole.map(({ operationId }) => operationId)
    assert.deepEqual(names.toSorted(), Object.keys(wholeLists).toSorted(), 'state the bound of the list above')
  })

  it('have a bound inside each object', () => {
    const names = new Set(answers.flatMap(({ schema }) => findLists(schema, '')))

    const unbounded = [...names].filter((name) => name !== 'data' && nestedLists[name] === undefined)
    const unused = Object.keys(nestedLists).filter((name) => !names.has(name))
    assert.deepEqual({ unbounded, unused }, { unbounded: [], unused: [] }, 'state the bound of the list above')
  })
})
