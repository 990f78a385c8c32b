/** The existing objects that responses mention: their addresses, and who may use them. */

import type { Person } from '../support/app.ts'

export interface Thing {
  /** Like `/projects/7/milestones/12`. */
  path: string
  holder: Person | null
  /** Whether the user created it. */
  isOwn: boolean
}

export interface Asked {
  id: number
  type: string
  options: string[]
}

interface Told {
  method: string
  path: string
  status: number
  sender: Person | null
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape come here, and what is not there is not learned
  data: any
}

/** The newest objects of each kind, up to this number. */
const most = 40

/** The addresses of objects of a list, or of a creation, when they are not below the route. */
const elsewhere: Record<string, string> = {
  '/job-posts/:/applicants': '/job-applications',
  '/job-posts/:/interviews': '/interviews',
  '/job-posts/:/schedule-interview': '/interviews',
  '/exams/:/attempts': '/exam-attempts',
  '/exams/:/start': '/exam-attempts',
  '/exams/:/book': '/exam-bookings',
  '/upload': '/files',
  '/upload/chunk/complete': '/files',
  '/auth/signup': '/users',
}

/** Courses by enrolled user. */
export const enrolled = 'enrolled'

export const toPattern = (path: string) => path.replace(/\/(\d+|:\w+)(?=\/|$)/g, '/:')

export class Things {
  readonly #byShape = new Map<string, Thing[]>()
  readonly #questions = new Map<string, Asked[]>()

  recordThings({ method, path, status, sender, data }: Told) {
    if (status !== 200 && status !== 201) return
    const [plain = ''] = path.split('?')
    if (method === 'DELETE') return this.forget(plain)
    const isOwn = status === 201
    const place = elsewhere[toPattern(plain)] ?? plain
    const add = (shape: string, at: string) => this.#add(shape, { path: at, holder: sender, isOwn })
    if (isOwn && plain.endsWith('/enroll')) add(enrolled, plain.slice(0, -'/enroll'.length))
    for (const id of extractIds(data, isOwn)) {
      add(toPattern(`${place}/:id`), `${place}/${id}`)
      // With the place where it was mentioned, to which it belongs.
      if (place !== plain) add(toPattern(`${plain}/:id`), `${plain}/${id}`)
    }
    if (data?.upload_id) add('/upload/chunk/:', `/upload/chunk/${encodeURIComponent(data.upload_id)}`)
    if (data?.researcher_id) add('/researchers/:', `/researchers/${data.researcher_id}`)
    if (data?.exam_id && data.questions) this.#questions.set(`/exam-attempts/${data.id}`, data.questions)
    for (const link of extractLinks(data)) add(`link ${link.split('/')[1]}`, link)
  }

  /** With all objects below it. */
  forget(path: string) {
    for (const [shape, things] of this.#byShape)
      this.#byShape.set(
        shape,
        things.filter((thing) => thing.path !== path && !thing.path.startsWith(`${path}/`)),
      )
    this.#questions.delete(path)
  }

  /** A link, by the route that answered it. */
  pickLink(which: number, url?: string): Thing | undefined {
    const pattern = url && new RegExp(`^${url.replace(/:\w+|\*/g, '[^/?]+')}(\\?|$)`)
    const links = [...this.#byShape].flatMap(([shape, things]) => (shape.startsWith('link ') ? things : []))
    const some = pattern ? links.filter(({ path }) => pattern.test(path)) : links
    return some[which % some.length]
  }

  /** An object of the kind, chosen by the number; more often one that the user created. */
  pick(shape: string, which: number, fits: (thing: Thing) => boolean = () => true): Thing | undefined {
    const all = (this.#byShape.get(shape) ?? []).filter(fits)
    const own = all.filter(({ isOwn }) => isOwn)
    const some = own.length > 0 && which % 10 < 7 ? own : all
    return some[which % some.length]
  }

  listIdsBelow(path: string): number[] {
    const things = this.#byShape.get(toPattern(`${path}/:id`)) ?? []
    const mine = things.filter((thing) => thing.path.startsWith(`${path}/`))
    return [...new Set(mine.map((thing) => getId(thing)))]
  }

  listQuestions = (attempt: string): readonly Asked[] => this.#questions.get(attempt) ?? []

  /** Removes a user, or all objects of a user whose role changed. */
  leave(person: Person) {
    for (const [shape, things] of this.#byShape)
      this.#byShape.set(
        shape,
        things.filter(({ holder }) => holder !== person),
      )
  }

  #add(shape: string, thing: Thing) {
    const known = this.#byShape.get(shape) ?? []
    const others = known.filter(({ path, holder }) => path !== thing.path || holder !== thing.holder)
    this.#byShape.set(shape, [...others, thing].slice(-most))
  }
}

export const getId = ({ path }: Thing) => Number(path.slice(path.lastIndexOf('/') + 1))

function extractIds(data: unknown, isMade: boolean): (number | string)[] {
  const rows = Array.isArray(data) ? data : isMade && isObject(data) ? [data, ...Object.values(data)] : []
  const found = rows.filter(isObject).map(({ id, interview_id }) => id ?? interview_id)
  return found.filter((id) => typeof id === 'number' || typeof id === 'string')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The addresses in the fields of an object, and in lists. */
function extractLinks(data: unknown): string[] {
  const objects = [data].flat().filter(isObject)
  const texts = objects.flatMap((one) => Object.values(one)).filter((one) => typeof one === 'string')
  return texts.flatMap((text) => (text.startsWith('http://api.test/') ? [text.slice('http://api.test'.length)] : []))
}
