/** The sections of an exam. */

import { type Static, Type } from 'typebox'
import { Id, Line, nullable, withDescription } from '#core/schema.ts'
import type { BankSource, ExamSection } from '#database/tables/exams.ts'
import { largestPool } from './questions/record.ts'

/** Texts within a value of several types are not prepared, so all that cannot be stored is refused here. */
const SectionTag = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff]*$',
})
const SectionTags = (description: string) => Type.Array(SectionTag, { maxItems: 20, description })

const sourceFields = {
  bank_id: withDescription(Id, 'The bank, which the author owns or edits.'),
  tags_any: SectionTags('Questions with at least one of these tags; all without any.'),
  tags_all: SectionTags('Questions with all of these tags.'),
  difficulty: nullable(
    Type.Integer({ minimum: 1, maximum: 5, description: 'Questions of this difficulty, 1 to 5; null for any.' }),
  ),
}

/** `own` is a text, and a bank an object; `required` are the fields that the object must have. */
const createSource = <T>(required: readonly string[], description: string) =>
  Type.Unsafe<T>({
    type: ['string', 'object'],
    pattern: '^own$',
    maxLength: 16,
    properties: sourceFields,
    required,
    additionalProperties: false,
    description,
  })

const sourceDescription = '`own` for the questions of the exam, or the questions of a bank.'

const sectionFields = {
  id: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Names the section within the exam.' }),
  title: Line(200, { description: 'The title.' }),
  draw: nullable(
    Type.Integer({ minimum: 1, maximum: largestPool, description: 'How many questions are drawn; null for all.' }),
  ),
  points_each: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'The points of each question; null for those of the question.',
    }),
  ),
  shuffle: Type.Boolean({ description: 'Whether each attempt has its own order of questions and options.' }),
}

/** A part of an exam, with all of its settings. */
export const Section = Type.Object(
  {
    id: sectionFields.id,
    title: sectionFields.title,
    source: createSource<ExamSection['source']>(Object.keys(sourceFields), sourceDescription),
    draw: sectionFields.draw,
    points_each: sectionFields.points_each,
    shuffle: sectionFields.shuffle,
  },
  { title: 'ExamSection' },
)

type BankInput = Pick<BankSource, 'bank_id'> & Partial<BankSource>

export const SectionInput = Type.Object({
  id: Type.Optional(
    withDescription(sectionFields.id, 'Names the section within the exam; the next number unless given.'),
  ),
  title: Type.Optional(sectionFields.title),
  source: Type.Optional(createSource<'own' | BankInput>(['bank_id'], `${sourceDescription} \`own\` unless given.`)),
  draw: Type.Optional(sectionFields.draw),
  points_each: Type.Optional(sectionFields.points_each),
  shuffle: Type.Optional(
    withDescription(
      sectionFields.shuffle,
      'Whether each attempt has its own order of questions and options; true unless given.',
    ),
  ),
})
export type SectionInput = Static<typeof SectionInput>
