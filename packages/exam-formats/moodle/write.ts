/** Writes Moodle XML with Markdown texts and their pictures. */

import { listBlanks, type PictureFile, type Question, replaceBlanks } from '../question.ts'
import { createOmission, type Reason } from '../reasons.ts'
import { getFeedback, listPictures, listTexts, type Omission, Unwritable, writeAll } from '../written-formats.ts'
import { escapeXml } from '../xml.ts'

export function writeMoodle(
  questions: readonly Question[],
  files: readonly PictureFile[],
): { text: string; omissions: Omission[] } {
  const { contents, omissions } = writeAll(questions, (question, note) => writeQuestion(question, files, note))
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${contents.join('\n')}\n</quiz>\n`, omissions }
}

const typeNames = {
  single_choice: 'multichoice',
  multiple_choice: 'multichoice',
  true_false: 'truefalse',
  short_answer: 'shortanswer',
  numeric: 'numerical',
  ordering: 'ordering',
  matching: 'matching',
  cloze: 'multianswer',
  essay: 'essay',
  file_upload: 'essay',
} as const

/** Control characters and noncharacters, which XML cannot contain, except line breaks and tabs. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu
const escapeText = (text: string) => escapeXml(text.replace(forbidden, '').toWellFormed())

const writeText = (text: string) => `<text>${escapeText(text)}</text>`

/** Writes texts with the pictures that they name. */
class TextWriter {
  readonly #files: readonly PictureFile[]

  constructor(files: readonly PictureFile[]) {
    this.#files = files
  }

  /** Returns the content of an element with a text in Markdown. */
  writeMarkdown(text: string): string {
    const pictures = listPictures(text, this.#files)
    const named = pictures.reduce(
      (written, { name }) => written.replaceAll(`](${name})`, `](@@PLUGINFILE@@/${encodeURIComponent(name)})`),
      text,
    )
    return writeText(named) + pictures.map(writeFile).join('')
  }

  /** Returns an element with the text of an option, which is plain unless it has a picture. */
  writeOption(name: string, text: string, rest = { attributes: '', content: '' }): string {
    const format = listPictures(text, this.#files).length > 0 ? 'markdown' : 'plain_text'
    return `<${name}${rest.attributes} format="${format}">${this.writeMarkdown(text)}${rest.content}</${name}>`
  }

  writeFeedback(text: string): string {
    return `<feedback format="markdown">${this.writeMarkdown(text)}</feedback>`
  }
}

const writeFile = ({ name, bytes }: PictureFile) =>
  `<file name="${escapeText(name)}" path="/" encoding="base64">${Buffer.from(bytes).toString('base64')}</file>`

function writeQuestion(question: Question, files: readonly PictureFile[], note: (omission: Reason) => void): string {
  const writer = new TextWriter(files)
  if (question.difficulty !== null) note(createOmission('difficulty'))
  if (question.rubric.length > 0) note(createOmission('rubric'))
  if (question.void) note(createOmission('void'))
  const text = question.type === 'cloze' ? writeBlanks(question, note) : question.question
  const lines = [
    `<name>${writeText(question.title)}</name>`,
    `<questiontext format="markdown">${writer.writeMarkdown(text)}</questiontext>`,
    `<generalfeedback format="markdown">${writer.writeMarkdown(question.explanation)}</generalfeedback>`,
    question.type === 'cloze' ? '' : `<defaultgrade>${question.points}</defaultgrade>`,
    ...writeAnswers(question, writer),
    question.tags.length === 0
      ? ''
      : `<tags>${question.tags.map((tag) => `<tag>${writeText(tag)}</tag>`).join('')}</tags>`,
  ]
  const body = lines.filter((line) => line !== '').map((line) => `    ${line}`)
  return `  <question type="${typeNames[question.type]}">\n${body.join('\n')}\n  </question>`
}

/** Each blank has a whole number of points, which together are those of the question. */
function writeBlanks({ question, points }: Question, note: (omission: Reason) => void): string {
  const blanks = listBlanks(question)
  const weight = Math.max(1, Math.round(points / blanks.length))
  const now = weight * blanks.length
  if (now !== points) note(createOmission('pointsOfBlanks', { now }))
  if (blanks.some(({ name }, index) => name !== String(index + 1))) note(createOmission('namesOfBlanks'))
  return replaceBlanks(question, ({ accepted }) => {
    // A backslash escapes what separates answers.
    if (accepted.some((text) => text.endsWith('\\'))) throw new Unwritable(createOmission('unwritable', { text: '\\' }))
    const answers = accepted.map((text) => `=${text.replaceAll('*', '\\*').replace(/[~=#/"]/g, '\\$&')}`)
    return `{${weight}:SHORTANSWER:${answers.join('~')}}`
  })
}

const writePercent = (percent: number) => ` fraction="${Number(percent.toFixed(5))}"`

function writeAnswers(question: Question, writer: TextWriter): string[] {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return writeChoice(question, writer)
    case 'true_false':
      return ['true', 'false'].map((word) =>
        writeAnswer(
          word,
          String(question.correct_answer) === word ? 100 : 0,
          writer.writeFeedback(getFeedback(question, word)),
        ),
      )
    case 'short_answer':
      return [
        '<usecase>0</usecase>',
        ...listTexts(question).map((text) => writeAnswer(text.replaceAll('*', '\\*'), 100, '')),
      ]
    case 'numeric':
      return [writeAnswer(String(question.correct_answer), 100, `<tolerance>${question.tolerance}</tolerance>`)]
    case 'ordering':
      return [
        '<layouttype>VERTICAL</layouttype>',
        '<selecttype>ALL</selecttype>',
        ...listTexts(question).map((text) =>
          writer.writeOption('answer', text, { attributes: writePercent(1), content: '' }),
        ),
      ]
    case 'matching':
      return ['<shuffleanswers>true</shuffleanswers>', ...writePairs(question, writer)]
    case 'cloze':
      return []
    case 'essay':
      return ['<responseformat>editor</responseformat>', `<maxwordlimit>${question.max_words ?? ''}</maxwordlimit>`]
    case 'file_upload':
      return [
        '<responseformat>noinline</responseformat>',
        '<attachments>1</attachments>',
        '<attachmentsrequired>1</attachmentsrequired>',
      ]
  }
}

const writeAnswer = (text: string, percent: number, content: string) =>
  `<answer${writePercent(percent)} format="plain_text">${writeText(text)}${content}</answer>`

function writeChoice(question: Question, writer: TextWriter): string[] {
  const right = listTexts(question)
  const answers = question.options.map((option) =>
    writer.writeOption('answer', option, {
      attributes: writePercent(right.includes(option) ? 100 / right.length : 0),
      content: writer.writeFeedback(getFeedback(question, option)),
    }),
  )
  const single = `<single>${question.type === 'single_choice'}</single>`
  return [single, '<shuffleanswers>true</shuffleanswers>', '<answernumbering>abc</answernumbering>', ...answers]
}

const writePairs = ({ pairs, options }: Question, writer: TextWriter): string[] =>
  [...pairs, ...options.map((right) => ({ left: '', right }))].map(({ left, right }) =>
    writer.writeOption('subquestion', left, { attributes: '', content: writer.writeOption('answer', right) }),
  )
