import { limits, writtenFormats } from '@research-platform/exam-formats/rules'
import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'
import { fill } from '#language/sentence.ts'
import { BankQuestion } from '../banks/schemas.ts'

const megabytes = limits.fileBytes / 1024 / 1024

export const QuestionFile = Form({
  preview: Type.Optional(
    Type.Boolean({ description: 'True to see what would be imported, without storing anything. False unless given.' }),
  ),
  file: FileField({
    maxBytes: limits.fileBytes,
    tooLarge: fill('The file may not be larger than {most}.', { most: `${megabytes} MB` }),
    description: `The questions, at most ${megabytes} MB. The format is recognized by the content.`,
  }),
})
export type QuestionFile = Static<typeof QuestionFile>

const { id: _, order: __, ...content } = BankQuestion.properties

export const ImportedQuestion = Type.Object(
  {
    place: Type.String({
      description:
        'Where the question is in the file: its line, or its identifier; in an archive after the path of its document.',
    }),
    title: Type.String({ description: 'The title that the file gives it, which is not stored; empty without one.' }),
    verdict: withDescription(
      oneOf('imported', 'changed', 'refused'),
      'Whether it is stored as it is in the file, without a part of it, or not at all.',
    ),
    reason: withDescription(nullable(Type.String()), 'What was left out, or why it is refused; null for `imported`.'),
    question: withDescription(
      nullable(
        Type.Object({
          id: Type.Optional(withDescription(Id, 'The id in the question bank; missing in a preview.')),
          ...content,
        }),
      ),
      'The question as it is stored; null when it is refused.',
    ),
  },
  { title: 'ImportedQuestion' },
)
export type ImportedQuestion = Static<typeof ImportedQuestion>

export const ExportQuery = Type.Object({
  format: Type.Optional(
    withDescription(
      oneOf(...writtenFormats),
      'The format of the file, `json` unless given. Only `json` contains everything.',
    ),
  ),
})
export type ExportQuery = Static<typeof ExportQuery>

export const ExportOmission = Type.Object(
  {
    question_id: withDescription(Id, 'The question.'),
    is_omitted: Type.Boolean({ description: 'Whether the file does not contain the question at all.' }),
    reason: Type.String({ description: 'What the format cannot contain.' }),
  },
  { title: 'ExportOmission' },
)
export type ExportOmission = Static<typeof ExportOmission>

/** The questions as JSON, which only the import needs to understand. */
export const QuestionDocument = Type.Object(
  {
    format: Type.String({ description: 'What the document calls itself.' }),
    version: Type.Integer({ description: 'The version of its structure.' }),
    questions: Type.Array(Type.Object({}, { additionalProperties: true }), { description: 'The questions in order.' }),
    files: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'The pictures that the questions name: `name`, `type` and `base64`.',
    }),
  },
  {
    title: 'QuestionDocument',
    examples: [
      {
        format: 'research-platform-questions',
        version: 1,
        questions: [{ type: 'numeric', question: 'What is 2 + 2?', correct_answer: 4, tags: ['sums'], difficulty: 1 }],
        files: [],
      },
    ],
  },
)
