/** What the console shows of an object: all that its operation answers, with the words of the API description in the language of the reader. */

import type { FieldSchema, FindBody } from '#http/form-schemas.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { writeFieldLabel } from '#language/translation.ts'
import type { Data, GetOperation } from '../contract.ts'
import { labels as formLabels } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { Part } from './app/catalogue.ts'
import { findName } from './names.ts'

interface View {
  operation: GetOperation
  leftOut: readonly string[]
}

const defineView = <O extends GetOperation>(operation: O, leftOut: readonly (keyof Data<O> & string)[]): View => ({
  operation,
  leftOut,
})

/** What is left out has its place in the head of the page, or depends on the reader. */
const views: Readonly<Record<string, View>> = {
  job_post: defineView('GET /job-posts/{id}', ['recruiter', 'applied', 'match', 'salary_max']),
  course: defineView('GET /courses/{id}', ['instructor', 'enrolled', 'lessons_count', 'price']),
  exam: defineView('GET /exams/{id}', [
    'owner',
    'passed',
    'can_take',
    'attempts_used',
    'attempts_remaining',
    'open_attempt_id',
    'publication_status',
  ]),
  project: defineView('GET /projects/{id}', ['owner', 'my_permissions']),
  researcher: defineView('GET /researchers/details/{id}', ['user', 'evidence']),
  company: defineView('GET /companies/{id}', ['my_role']),
}

const head = ['id', 'title', 'name', 'status', 'created_at', 'hidden_at', 'hidden_reason', 'highlights', 'order']

const references: Readonly<Record<string, string>> = {
  company_id: 'company',
  exam_id: 'exam',
  course_id: 'course',
  prerequisites: 'course',
}
const amounts = ['price', 'amount', 'salary_min']
const addresses = /(^|_)url$|^(thumbnail|website|logo)$/

const partLabels: Readonly<Record<string, PlainTemplate>> = {
  ...formLabels,
  company_id: 'Company',
  exam_id: 'Exam',
  course_id: 'Course',
  applicants_count: 'Applications',
  enrolled_count: 'Learners',
  questions_count: 'Questions',
  question_count: 'Questions of an attempt',
  salary_min: 'Salary per year',
  progress: 'Progress in percent',
  milestones_count: 'Milestones',
  collaborators_count: 'Collaborators',
  scope_document_url: 'Scope document',
  orcid_verified: 'Verified ORCID iD',
  courses: 'Courses',
  certificates_count: 'Certificates',
  publication_records_count: 'Publications',
  verified_publication_records_count: 'Verified publications',
  team_count: 'People in a team',
  verified_at: 'Verified since',
  updated_at: 'Last change',
  name: 'Name',
}

/** Returns the parts of each kind of content. */
export const buildViews = (findData: FindBody, writer: Writer): Readonly<Record<string, readonly Part[]>> =>
  Object.fromEntries(
    Object.entries(views).map(([kind, { operation, leftOut }]) => [
      kind,
      listParts(findData(operation), writer, [...head, ...leftOut]),
    ]),
  )

function listParts({ properties = {} }: FieldSchema, writer: Writer, leftOut: readonly string[]): Part[] {
  const hasAmount = amounts.some((name) => name in properties) && 'currency' in properties
  return Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name) && !(hasAmount && name === 'currency') && !isInternal(name))
    .map(([name, schema]) => describePart(name, schema, writer, hasAmount))
}

/** An id without a page in the console says nothing to a reader. */
const isInternal = (name: string) => name === 'id' || (name.endsWith('_id') && references[name] === undefined)

function describePart(name: string, schema: FieldSchema, writer: Writer, hasAmount: boolean): Part {
  const isList = [schema.type ?? []].flat().includes('array')
  const own = (isList ? schema.items : schema) ?? {}
  const label = partLabels[name]
  const to = references[name]
  const kind = chooseKind(name, own, hasAmount)
  return {
    name,
    label: label === undefined ? writeFieldLabel(name, writer.wording) : writer.write(label),
    isList,
    kind: isList && kind === 'object' ? 'rows' : kind,
    ...(own.enum !== undefined && { words: nameValues(name, own.enum, writer) }),
    ...(to !== undefined && { to }),
    ...(own.properties !== undefined && { parts: listParts(own, writer, ['order']) }),
  }
}

function chooseKind(name: string, schema: FieldSchema, hasAmount: boolean): Part['kind'] {
  const types = [schema.type ?? []].flat()
  if (references[name] !== undefined) return 'reference'
  if (schema.properties !== undefined) return 'object'
  if (schema.enum !== undefined) return 'word'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('integer') || types.includes('number'))
    return hasAmount && amounts.includes(name) ? chooseAmount(name) : 'number'
  if (schema.format === 'date-time') return 'moment'
  if (schema.format === 'date') return 'day'
  return addresses.test(name) ? 'address' : 'text'
}

const chooseAmount = (name: string): Part['kind'] => (name === 'salary_min' ? 'salary' : 'amount')

/** A value without a word is one of digits, such as the size of a company. */
const nameValues = (name: string, values: readonly unknown[], { write }: Writer): Record<string, string> =>
  Object.fromEntries(
    values.flatMap((value) => {
      const word = findName(name, String(value))
      return word === undefined ? [] : [[String(value), write(word)]]
    }),
  )
