import type { Item, Question } from '@research-platform/exam-formats'
import { checkQuestion, sentences } from '@research-platform/exam-formats/rules'
import { validateQuestion } from '#features/exams/index.ts'
import { type Content, maxWords } from '#features/exams/questions/record.ts'
import type { Sentence } from '#language/sentence.ts'
import { fill } from '#language/sentence.ts'
import type { NewBankQuestion } from '../banks/schemas.ts'
import { renamePictures } from './pictures.ts'

/** A question with its labels, as a bank stores it. */
export type ImportedContent = Content & { tags: string[]; difficulty: number | null }

export interface JudgedItem {
  place: string
  title: string
  /** What was left out; when the question is refused, why. */
  reasons: Sentence[]
  /** The question of the file; null when it is refused. */
  question: Question | null
}

/** The names of the pictures that can be used, with an address of the length that they will have; null for damaged ones. */
type PictureNames = ReadonlyMap<string, string | null>

/** Decides whether an exam here can ask the question. */
export function validateItem({ place, title, reasons, question }: Item, pictures: PictureNames): JudgedItem {
  if (question === null) return { place, title, reasons, question: null }
  const losses: Sentence[] = [...reasons]
  const usable = omitFeedback(omitDamaged(question, pictures, losses), losses)
  const refusal = findRefusal(usable, pictures)
  return refusal === null
    ? { place, title, reasons: losses, question: usable }
    : { place, title, reasons: [refusal], question: null }
}

/** Replaces pictures that are damaged by their descriptions. */
function omitDamaged(question: Question, pictures: PictureNames, losses: Sentence[]): Question {
  const damaged = new Map([...pictures].filter(([, address]) => address === null))
  if (damaged.size === 0) return question
  const without = mapTexts(question, (text) => renamePictures(text, damaged))
  if (JSON.stringify(without) === JSON.stringify(question)) return question
  const [name = ''] = damaged.keys()
  losses.push(fill('The picture “{name}” is neither PNG, JPEG, GIF nor WebP.', { name }))
  return without
}

/** Only options of choices have feedback here. */
function omitFeedback(question: Question, losses: Sentence[]): Question {
  const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'
  if (isChoice || Object.keys(question.option_feedback).length === 0) return question
  losses.push(sentences.losses.feedback)
  return { ...question, option_feedback: {} }
}

function findRefusal(question: Question, pictures: PictureNames): Sentence | null {
  const mistake = checkQuestion(mapTexts(question, (text) => renamePictures(text, pictures)))
  if (mistake !== null) return mistake
  const checked = validateQuestion(toInput(question))
  if ('content' in checked) return null
  return Object.values(checked.complaints).flat()[0] ?? sentences.refusals.noRightAnswer
}

/** Returns the question with each of its texts changed. */
export function mapTexts(question: Question, change: (text: string) => string): Question {
  const { correct_answer, options, pairs, option_feedback } = question
  const changeAnswer = (answer: Question['correct_answer']) => {
    if (Array.isArray(answer)) return answer.map(change)
    return typeof answer === 'string' ? change(answer) : answer
  }
  return {
    ...question,
    question: change(question.question),
    explanation: change(question.explanation),
    options: options.map(change),
    correct_answer: changeAnswer(correct_answer),
    pairs: pairs.map(({ left, right }) => ({ left: change(left), right: change(right) })),
    option_feedback: Object.fromEntries(
      Object.entries(option_feedback).map(([option, text]) => [change(option), change(text)]),
    ),
  }
}

/** Returns the question as a bank takes it. */
function toInput(question: Question): NewBankQuestion {
  const { type, correct_answer, rubric, max_words } = question
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'true_false':
    case 'short_answer':
    case 'numeric':
    case 'ordering':
      return { ...pickFields(question), type, correct_answer: correct_answer ?? '' }
    case 'matching':
    case 'cloze':
      return { ...pickFields(question), type }
    case 'file_upload':
      return { ...pickFields(question), type, rubric }
    case 'essay':
      return { ...pickFields(question), type, rubric, max_words: max_words && Math.min(max_words, maxWords) }
  }
}

const pickFields = ({
  question,
  points,
  options,
  pairs,
  tolerance,
  explanation,
  option_feedback,
  ...rest
}: Question) => ({
  ...{ question, points, options, pairs, tolerance, explanation, option_feedback },
  ...{ tags: rest.tags, difficulty: rest.difficulty, void: rest.void },
})

/** Returns what is stored of a question that was not refused. */
export function toContent(question: Question): ImportedContent | null {
  const checked = validateQuestion(toInput(question))
  if ('complaints' in checked) return null
  return { ...checked.content, tags: question.tags, difficulty: question.difficulty }
}
