/** Turns an abstract request into one by a user, for an existing object. */

import { listRoles } from '../contract/walk.ts'
import type { Person } from '../support/app.ts'
import type { Cast, Member } from './fuzz-users.ts'
import type { FormPart, Sent } from './hostile-bodies.ts'
import type { HostileRequest } from './hostile-requests.ts'
import { type Asked, enrolled, getId, type Thing, type Things, toPattern } from './known-objects.ts'
import { standIn } from './known-values.ts'
import type { Sending } from './raw-client.ts'

export interface RequestTargets {
  cast: Cast
  things: Things
  /** The links of the newest mails. */
  mailed: { token: string; email: string }
}

export interface Aimed extends Sending {
  sender: Member | null
  /** The object of the request, when known. */
  thing: Thing | undefined
}

const boundary = 'x-boundary-x'

export function aim({ cast, things, mailed }: RequestTargets, request: HostileRequest): Aimed {
  const { route, who } = request
  const thing = request.path === null ? thingFor(things, request) : undefined
  const sender = chooseSender(cast, request, thing)
  const path = request.path ?? chooseTarget(request, thing, sender)
  const fill = (text: string) =>
    text.replace(standIn, (_, name: string, number: string) =>
      valueFor({ cast, things, mailed, sender, place: thing?.path ?? path }, name, Number(number)),
    )
  const { type, body } = wire(request.sent, fill)
  // A link has its own signature, which is sometimes damaged.
  const query = path.includes('?') && who % 5 > 0 ? '' : bare(fill(request.query))
  return {
    sender,
    thing,
    method: request.method,
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers: {
      ...(sender ? { authorization: `Bearer ${sender.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(route?.url.startsWith('/sandbox/mail') && who % 2 ? { accept: 'application/json' } : {}),
      ...request.headers,
    },
    body,
  }
}

/** The address up to its last parameter, which identifies the kind of object; `details` are those of a researcher. */
const leading = (url: string) => url.replace('/researchers/details/', '/researchers/').replace(/(.*\/:\w+).*/, '$1')

const forTheEnrolled = /^\/courses\/:id\/(progress|sync-progress|complete|enrollment|download)$/

function thingFor(things: Things, { route, which }: HostileRequest): Thing | undefined {
  if (route === null) return things.pickLink(which)
  const { url } = route
  if (!/:\w*id\b/.test(url) || url.includes('/downloads/')) return things.pickLink(which, url)
  const theirs = forTheEnrolled.test(url) && which % 4 > 0 ? things.pick(enrolled, which) : undefined
  return theirs ?? things.pick(toPattern(leading(url)), which)
}

/** A user who may send it, preferably one who owns the object. */
function chooseSender(cast: Cast, { route, who, isByAnybody }: HostileRequest, thing?: Thing): Member | null {
  if (isByAnybody) return who % 3 === 0 ? null : (cast.pick(who) ?? null)
  const allowed = route === null ? undefined : listRoles(route)
  const holder =
    thing === undefined
      ? undefined
      : /^\/users\/\d+$/.test(thing.path)
        ? cast.byId(getId(thing))
        : findMember(cast, thing.holder)
  if (holder && allowed?.includes(holder.role) && who % 20 < 17) return holder
  return cast.pick(who, allowed) ?? null
}

const findMember = (cast: Cast, holder: Person | null) => (holder === null ? undefined : cast.byId(holder.id))

function chooseTarget({ route, which }: HostileRequest, thing: Thing | undefined, sender: Member | null): string {
  const url = route?.url ?? '/'
  if (url.startsWith('/users/:id') && which % 2 === 0 && sender) return url.replace(':id', String(sender.id))
  if (thing === undefined) return url.replace(/:\w+/g, '1')
  if (route === null || thing.path.includes('?') || !/:\w*id\b/.test(url)) return thing.path
  const place = url.includes('/details/') ? thing.path.replace('/researchers/', '/researchers/details/') : thing.path
  return place + url.replace(/.*\/:\w+/, '')
}

interface Aiming extends RequestTargets {
  sender: Member | null
  place: string
}

const kinds: Record<string, string> = {
  job_post_id: '/job-posts/:',
  application_id: '/job-applications/:',
  researcher_id: '/researchers/:',
  exam_id: '/exams/:',
  course_id: '/courses/:',
  payment_method_id: '/payment-methods/:',
  file_id: '/files/:',
  upload_id: '/upload/chunk/:',
}

/** JSON of a placeholder: its kind, and a number that chooses an object. */
function valueFor(aiming: Aiming, name: string, which: number): string {
  const { cast, things, mailed, place } = aiming
  const texts: Record<string, () => string | undefined> = {
    email: () => cast.pick(which)?.email,
    mail_token: () => mailed.token,
    mail_email: () => mailed.email,
    upload_id: () => decodeURIComponent(chooseThing(aiming, name, which)?.path.slice('/upload/chunk/'.length) ?? 'one'),
  }
  const text = texts[name]
  if (text !== undefined) return JSON.stringify(text() ?? '')
  if (name === 'user_id') return String(cast.pick(which)?.id)
  if (name === 'lesson_ids') return JSON.stringify(things.listIdsBelow(`${place}/lessons`))
  if (name === 'answers') return JSON.stringify(collectAnswers(things.listQuestions(place), which))
  const near = things.listIdsBelow(`${place}/${name === 'lesson_id' ? 'lessons' : 'applicants'}`)
  const found = chooseThing(aiming, name, which)
  return String(at(near, which) ?? (found ? getId(found) : 1))
}

function chooseThing({ things, sender }: Aiming, name: string, which: number): Thing | undefined {
  const mine = ({ holder }: Thing) => holder?.id === sender?.id
  return things.pick(kinds[name] ?? '', which, ownOnly.has(name) ? mine : undefined)
}

const ownOnly = new Set(['payment_method_id', 'file_id', 'upload_id'])

/** Without quotes outside JSON. */
const bare = (text: string) => text.replace(/(^|=)"([^"]*)"/g, '$1$2')

const at = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]

/** An answer to each question, sometimes one less. */
const collectAnswers = (questions: readonly Asked[], which: number) =>
  Object.fromEntries(
    questions.slice(which % 5 === 0 ? 1 : 0).map(({ id, type, options }) => [id, answerTo(type, options, which)]),
  )

function answerTo(type: string, options: readonly string[], which: number): unknown {
  if (type === 'single_choice') return at(options, which)
  if (type === 'multiple_choice') return options.filter((_, index) => (which >> index) % 2 === 1)
  if (type === 'true_false') return which % 2 === 0
  return type === 'numeric' ? which / 10 : 'Ada Lovelace'
}

/** The body as bytes. Texts in forms have no quotes. */
function wire(
  { type, body }: Sent,
  fill: (text: string) => string,
): { type: string; body: string | Buffer | undefined } {
  if (typeof body === 'string') return { type, body: fill(body) }
  if (body === undefined) return { type, body }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: createForm(body, (text) => bare(fill(text))),
  }
}

function createForm(parts: readonly FormPart[], fill: (text: string) => string): Buffer {
  const pieces = parts.flatMap(({ name, content, isFile }) => {
    const file = isFile ? '; filename="a file.pdf"\r\nContent-Type: application/pdf' : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name.toWellFormed())}"${file}\r\n\r\n`
    return [Buffer.from(head), typeof content === 'string' ? Buffer.from(fill(content)) : content, Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}
