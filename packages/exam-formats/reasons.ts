/** Why a question is refused, or what of it is left out: sentences in English that a service can translate by their text. */

/** Sentences about a question that is refused. */
const refusals = {
  unsupportedType: 'Questions of the type “{type}” cannot be imported.',
  textOnly: 'This is a text without a question.',
  noText: 'The question has no text.',
  longText: 'The text of the question has more than {limit} characters.',
  longHtml: 'A text of the question is longer or more deeply nested than can be read.',
  fewOptions: 'The question needs at least two options.',
  manyOptions: 'The question has more than {limit} options.',
  emptyOption: 'An option may not be empty.',
  longOption: 'An option has more than {limit} characters.',
  equalOptions: 'Every option must differ from the others.',
  noRightAnswer: 'No answer is marked as right.',
  unknownRightAnswer: 'The right answer “{answer}” is none of the options.',
  notTrueOrFalse: 'The right answer is neither true nor false.',
  notNumber: 'The right answer is not a number that can be compared.',
  manyAnswers: 'The question has more than {limit} accepted answers.',
  fewPairs: 'The question needs at least two pairs.',
  equalLefts: 'Every left side must differ from the others.',
  severalRights: 'A left side belongs to several right ones.',
  noBlank: 'The text has no blank with an accepted answer.',
  badBlank: 'The blank “{blank}” cannot be read.',
  severalBlanks: 'The question has several places for answers, and they cannot be blanks of one text.',
  severalInteractions: 'The question asks for answers of several kinds at once.',
  computedQuestion: 'Questions whose numbers or steps are computed cannot be imported.',
  computedScore: 'How the answer is scored cannot be read.',
  openAnswers: 'The answers begin with an opening brace and have no closing brace.',
  noAnswerLine: 'The line with the answer is missing: ANSWER: A.',
  unknownLetter: 'The answer {letter} is not the letter of an option.',
  badJson: 'The question is not as this service writes it: {field}.',
  brokenRow: 'The row cannot be read as CSV; a quote may be missing.',
  surplusValues: 'The row has more values than the file has columns.',
  otherEncoding: 'Some characters could not be read (\ufffd). Save the file as UTF-8.',
  cutOff: 'The file is broken within this question, at line {line}.',
} as const

/** Sentences about what is left out of a question. */
const losses = {
  elements: 'What Markdown cannot express was left out: {elements}.',
  mergedCells: 'Merged cells of tables were separated.',
  formulas: 'Formulas became plain text.',
  optionFormatting: 'The formatting of options was left out.',
  missingPicture: 'The picture “{name}” is not in the file.',
  unreadablePicture: 'The picture “{name}” is neither PNG, JPEG, GIF nor WebP.',
  links: 'Links to files that are not pictures were left out.',
  partialPoints: 'Points for answers that are partly right, and points that wrong answers cost, were left out.',
  feedback: 'Feedback that belongs to no option was left out.',
  hints: 'Hints were left out.',
  wildcards: 'Accepted answers with wildcards were left out.',
  letterCase: 'Upper and lower case are not told apart any more.',
  bounds: 'The right number has the same tolerance on both sides now, the smaller one.',
  extraItems: 'Items that belong to nothing were left out.',
  hottext: 'Words to choose in the text became options.',
  units: 'Units of the number were left out.',
  furtherNumbers: 'Only one of several right numbers was taken.',
  furtherAnswers: 'Several options were right on their own. All of them are needed now.',
  points: 'The question was worth {given} points and is worth {now} now.',
  blankPoints: 'The blanks had different points. They count the same now.',
  menus: 'Menus became blanks to write in.',
  blankNumbers: 'Numbers in blanks are compared as texts.',
  title: 'The title was shortened.',
  tags: 'Tags were shortened, or left out above {limit}.',
  graderNotes: 'Notes for graders were left out.',
  answerTemplate: 'The template of the answer was left out.',
  modelAnswer: 'The model answer was left out.',
  explanation: 'The explanation was shortened to {limit} characters.',
  optionFeedback: 'Feedback for options was shortened to {limit} characters.',
  difficulty: 'The difficulty was left out.',
  fixedOptions: 'Items with a fixed position can be moved now.',
} as const

/** Sentences about a file that cannot be read at all. */
const fileProblems = {
  unknownFormat: 'This is none of the formats GIFT, Aiken, Moodle XML, QTI 1.2, QTI 2.1, CSV and JSON.',
  emptyFile: 'The file contains no questions.',
  largeFile: 'The file is larger than {limit} MB.',
  unreadableText: 'The text of the file is neither UTF-8 nor UTF-16.',
  documentType: 'The file declares a document type (DOCTYPE), which is not read. Remove the declaration.',
  brokenXml: 'The file is not well-formed XML: line {line}.',
  largeXml: 'The file has more elements, or more elements within each other, than can be read.',
  brokenArchive: 'The archive is damaged or encrypted.',
  largeArchive: 'The archive unpacks to more than {limit} MB, or is compressed more than files are.',
  manyEntries: 'The archive has more than {limit} files.',
  manyQuestions: 'The file has more than {limit} questions.',
  largePictures: 'The pictures of the file have more than {limit} MB.',
  newerVersion: 'The file was written by a newer version.',
  newerQti: 'Questions of QTI 3 cannot be imported.',
  brokenJson: 'The file is not JSON as this service writes it.',
  noQuestionColumn: 'The first row does not name a column “question”.',
  brokenCsv: 'The file cannot be read as CSV: line {line}.',
} as const

/** Sentences about what a format that is written cannot contain. */
const omissions = {
  typeOmitted: 'The format has no questions of the type “{type}”. This question was left out.',
  unwritable: 'The format cannot contain “{text}” in this place. This question was left out.',
  points: 'The format has no points.',
  pointsOfBlanks: 'The blanks have whole points, so that the question is worth {now} points.',
  namesOfBlanks: 'The blanks were numbered anew.',
  difficulty: 'The format has no difficulty.',
  pictures: 'The format has no pictures. Their names stay in the text.',
  maxWords: 'The format has no largest number of words.',
  rubric: 'The format has no rubric.',
  void: 'The format cannot say that everybody gets the points.',
  tags: 'Semicolons in tags became commas.',
} as const

export const sentences = { refusals, losses, fileProblems, omissions } as const

type SentencesOf<Group> = Group[keyof Group]
export type ReasonTemplate =
  | SentencesOf<typeof refusals>
  | SentencesOf<typeof losses>
  | SentencesOf<typeof fileProblems>
  | SentencesOf<typeof omissions>

/** A sentence with its values. A value that is a text comes from the file and is not translated. */
export interface Reason {
  readonly template: ReasonTemplate
  readonly values: Readonly<Record<string, string | number>>
}

type Values = Readonly<Record<string, string | number>>

export const createRefusal = (name: keyof typeof refusals, values: Values = {}): Refusal =>
  new Refusal({ template: refusals[name], values: limitTexts(values) })

export const createLoss = (name: keyof typeof losses, values: Values = {}): Reason => ({
  template: losses[name],
  values: limitTexts(values),
})

export const createFileProblem = (name: keyof typeof fileProblems, values: Values = {}): FileProblem =>
  new FileProblem({ template: fileProblems[name], values: limitTexts(values) })

export const createOmission = (name: keyof typeof omissions, values: Values = {}): Reason => ({
  template: omissions[name],
  values: limitTexts(values),
})

const valueCharacters = 100

/** A text of the file is cut, so that the sentence stays one. */
const limitTexts = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > valueCharacters
        ? `${value.slice(0, valueCharacters).toWellFormed()}…`
        : value,
    ]),
  )

/** One question cannot be read. */
export class Refusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(formatReason(reason))
    this.name = 'Refusal'
    this.reason = reason
  }
}

/** The whole file cannot be read. */
export class FileProblem extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(formatReason(reason))
    this.name = 'FileProblem'
    this.reason = reason
  }
}

/** Returns the sentence in English. */
export const formatReason = ({ template, values }: Reason): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
