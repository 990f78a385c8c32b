/** Reads JSON Resumes (https://jsonresume.org/schema) for `resume-file.ts`, in a limited process. */

import { isEmpty } from '#core/empty-values.ts'

export interface ResumeText {
  text: string
  maxResumes: number
  /** Characters of a resume, as JSON. */
  maxCharacters: number
}

/** Why a resume is not stored: it has too many characters, or lists and objects too deep within each other. */
export type ResumeFault = 'long' | 'deep'

export interface ResumeRow {
  /** Its position in the file, from 1. */
  line: number
  /** What a candidate has of it; null for what is no text. */
  basics: Record<string, string | null>
  /** The JSON of the resume without name and contacts, which are fields of the candidate and are erased with them; null with a fault. */
  content: string | null
  fault: ResumeFault | null
}

export interface ResumeReading {
  /** Why the whole file cannot be read; null for others. */
  problem: 'unreadable' | 'tooMany' | 'unstorable' | null
  resumes: ResumeRow[]
}

type Fields = Record<string, unknown>

const maxDepth = 100
const longestLocation = 200

/** Returns one resume or those of a list. */
export function readResumeFile({ text, maxResumes, maxCharacters }: ResumeText): ResumeReading {
  const parsed = parseJson(text)
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  if (parsed === undefined || list.length === 0) return { problem: 'unreadable', resumes: [] }
  if (list.length > maxResumes) return { problem: 'tooMany', resumes: [] }
  // Numbers, texts and lists have no fields.
  const resumes = list.map((resume, index) => readResume(toFields(resume), index + 1, maxCharacters))
  return hasUnstorable(text) ? { problem: 'unstorable', resumes: [] } : { problem: null, resumes }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The caller answers that the file is no JSON.
    return undefined
  }
}

/** An escape of NUL or of a surrogate. Backslashes before it escape each other. */
const escapes = /(?<!\\)(?:\\\\)*((?:\\u(?:0000|d[89a-f][\da-f]{2}))+)/gi

/** Returns whether the JSON has texts that no database can store. Those that are not escaped are refused before. */
const hasUnstorable = (json: string): boolean =>
  json.matchAll(escapes).some(([, found]) => {
    const decoded: unknown = JSON.parse(`"${found}"`)
    return typeof decoded !== 'string' || decoded.includes('\0') || !decoded.isWellFormed()
  })

function readResume(resume: Fields, line: number, maxCharacters: number): ResumeRow {
  const input = toFields(resume.basics)
  const { name, email, phone, image, ...rest } = input
  const values = { name, email, phone, cover_letter: input.summary, location: describeLocation(input.location) }
  const present = Object.entries(values).filter(([, value]) => !isEmpty(value))
  const basics = Object.fromEntries(present.map(([field, value]) => [field, toText(value, maxCharacters)]))
  const fault = findFault(resume, maxCharacters)
  return { line, basics, content: fault === null ? JSON.stringify({ ...resume, basics: rest }) : null, fault }
}

function findFault(resume: Fields, maxCharacters: number): ResumeFault | null {
  if (isDeeper(resume, maxDepth)) return 'deep'
  return JSON.stringify(resume).length > maxCharacters ? 'long' : null
}

/** Returns whether the value has lists and objects within each other beyond the depth. */
const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)))

const toText = (value: unknown, maxCharacters: number): string | null =>
  typeof value === 'string' ? value.slice(0, maxCharacters) : null

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function describeLocation(value: unknown): string | undefined {
  const { city, region, countryCode } = toFields(value)
  const parts = [city, region, countryCode].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : parts.join(', ').slice(0, longestLocation).toWellFormed()
}
