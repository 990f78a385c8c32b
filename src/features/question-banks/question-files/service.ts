import { rm } from 'node:fs/promises'
import type { Question, WrittenFile, WrittenFormat } from '@research-platform/exam-formats'
import { type Context, runInTransaction } from '#context.ts'
import { createFieldProblem } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { getEditedBank } from '../banks/access.ts'
import { questionBatches } from '../banks/batch-queries.ts'
import { addQuestions } from '../banks/question-batch.ts'
import type { BankQuestion } from '../banks/schemas.ts'
import { presentBankQuestion } from '../banks/service.ts'
import {
  type ArrivedPicture,
  createSampleUrl,
  listPictureNames,
  loadPictures,
  receivePictures,
  renamePictures,
  withStoredPictures,
} from './pictures.ts'
import { readQuestionFile, writeQuestionFile } from './question-file.ts'
import type { ExportOmission, ImportedQuestion, QuestionFile } from './schemas.ts'
import { type ImportedContent, type JudgedItem, mapTexts, toContent, validateItem } from './verdicts.ts'

/** Questions of one file, which are answered in one piece. */
const maxImported = 1_000
export const tooManyImported = createFieldProblem(
  'file',
  fill('The file has more than {limit} questions.', { limit: maxImported }),
)

/** Reads a file, and adds its questions to the bank unless this is a preview. A question that cannot be read refuses itself only. */
export async function importQuestions(
  ctx: Context,
  bankId: number,
  { file, preview = false }: QuestionFile,
): Promise<ImportedQuestion[]> {
  await getEditedBank(ctx, bankId)
  const reading = await readQuestionFile({ path: file.path, maxQuestions: maxImported }, ctx.actor.id)
  if (reading.format === null) throw createFieldProblem('file', reading.reason)
  if (reading.items.length > maxImported) throw tooManyImported
  const pictures = await receivePictures(ctx, reading.files)
  try {
    const addresses = new Map(pictures.map(({ name, file }) => [name, file && createSampleUrl(ctx, name)]))
    const judged = reading.items.map((item) => validateItem(item, addresses))
    return preview ? judged.map((item) => presentItem(ctx, item)) : await storeItems(ctx, bankId, judged, pictures)
  } finally {
    for (const { file: written } of pictures) if (written !== null) await rm(written.path, { force: true })
  }
}

function storeItems(
  ctx: Context,
  bankId: number,
  judged: readonly JudgedItem[],
  pictures: readonly ArrivedPicture[],
): Promise<ImportedQuestion[]> {
  const named = new Set(judged.flatMap(({ question }) => (question === null ? [] : listNames(question))))
  const used = pictures.filter(({ name }) => named.has(name))
  return withStoredPictures(ctx, used, async (urls) => {
    const items = judged.map((item) => ({
      ...item,
      question: item.question && mapTexts(item.question, (text) => renamePictures(text, urls)),
    }))
    const contents = items.flatMap(({ question }) => (question && toContent(question)) ?? [])
    const ids = await runInTransaction(ctx, async (tx) => {
      await getEditedBank(tx, bankId)
      return addQuestions(tx, bankId, contents)
    })
    const next = ids.values()
    return items.map((item) => presentItem(ctx, item, item.question === null ? undefined : next.next().value))
  })
}

function listNames(question: Question): string[] {
  const names: string[] = []
  mapTexts(question, (text) => {
    names.push(...listPictureNames(text))
    return text
  })
  return names
}

function presentItem(ctx: Context, { place, title, reasons, question }: JudgedItem, id?: number): ImportedQuestion {
  const content = question && toContent(question)
  const reason = reasons.map((sentence) => translate(sentence, ctx.wording)).join(' ')
  const verdict = content === null ? 'refused' : reasons.length === 0 ? 'imported' : 'changed'
  return {
    ...{ place, title, verdict },
    reason: reason === '' ? null : reason,
    question: content && { ...(id !== undefined && { id }), ...presentContent(content) },
  }
}

function presentContent(content: ImportedContent) {
  const { id: _, order: __, ...presented } = presentBankQuestion({ ...content, id: 0, position: 0 })
  return presented
}

/** Returns a file with the questions of the bank. */
export async function exportQuestions(ctx: Context, bankId: number, format: WrittenFormat = 'json') {
  const { title } = await getEditedBank(ctx, bankId)
  const { file } = await writeFile(ctx, bankId, format)
  return { title, file }
}

/** Lists what the format cannot contain of the questions of the bank. */
export async function listExportOmissions(
  ctx: Context,
  bankId: number,
  format: WrittenFormat = 'json',
): Promise<ExportOmission[]> {
  await getEditedBank(ctx, bankId)
  const { file, questions } = await writeFile(ctx, bankId, format)
  return file.omissions.map(({ index, isQuestionOmitted, reasons }) => ({
    question_id: questions[index]?.id ?? 0,
    is_omitted: isQuestionOmitted,
    reason: reasons.map((sentence) => translate(sentence, ctx.wording)).join(' '),
  }))
}

async function writeFile(
  ctx: Context,
  bankId: number,
  format: WrittenFormat,
): Promise<{ file: WrittenFile; questions: BankQuestion[] }> {
  const rows = await questionBatches.ofBank.all(ctx, { bank_id: bankId })
  const questions = rows.map(presentBankQuestion)
  const plain = questions.map(toQuestion)
  // In formats without pictures, their addresses stay in the texts.
  const hasPictures = format === 'json' || format === 'moodle_xml'
  const { files, names } = await loadPictures(ctx, hasPictures ? plain.flatMap(listNames) : [])
  const named = plain.map((question) => mapTexts(question, (text) => renamePictures(text, names)))
  return { file: await writeQuestionFile({ format, questions: named, files }, ctx.actor.id), questions }
}

const toQuestion = ({ id: _, order: __, ...question }: BankQuestion): Question => ({ ...question, title: '' })
