/** The HTML of the hosted pages. */

import { type Fragment, type Html, html } from '#core/html.ts'
import type { PlainTemplate, Verbatim } from '#language/sentence.ts'
import { type Link, renderLayout } from '../layout.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { listPlaces } from './navigation.ts'

export interface Frame {
  organization: string
  base: string
  /** The path of the page, without the base path. */
  path: string
  /** Whether the visitor is signed in. */
  isSignedIn: boolean
  /** One of `outcomes` after a form that led to the page. */
  done: string
  writer: Writer
}

/** The links of the header. */
function listLinks(frame: Frame): Link[] {
  const { organization, base, isSignedIn, writer } = frame
  if (isSignedIn) return listPlaces(writer, frame)
  return [
    { href: `${base}/app`, text: organization },
    { href: `${base}/app/sign-in`, text: writer.write('Sign in') },
  ]
}

/** The heading of a page, which may be a text of a user. */
export type Heading = PlainTemplate | Verbatim

interface HostedPage {
  heading: Heading
  content: Fragment
  /** Whether the page is a list, which needs more width than a form. */
  isList?: boolean
  /** The address of a module that the page runs. */
  module?: string | undefined
  /** After how many seconds a browser without scripts loads the page again. */
  refreshSeconds?: number | undefined
}

const renderRefresh = (seconds: number) => html`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>
`

const renderModule = (address: string) => html`<script type="module" src="${address}"></script>
`

/** Renders the way out, which stands beside the links and not among the buttons of a page. */
const renderSignOut = ({ base, isSignedIn, writer: { write } }: Frame): Html | null =>
  isSignedIn
    ? html`<form method="post" action="${base}/app/sign-out"><button class="quiet">${write('Sign out')}</button></form>
`
    : null

/** Renders a page with one column. */
export function renderHostedPage(frame: Frame, page: HostedPage): string {
  const { heading, content, isList = false, module, refreshSeconds } = page
  const { organization, base, writer } = frame
  const title = writer.write(heading)
  return renderLayout({
    writer,
    title: `${title} · ${organization}`,
    base,
    nav: listLinks(frame),
    aside: renderSignOut(frame),
    head: html`${module !== undefined && renderModule(module)}${refreshSeconds !== undefined && renderRefresh(refreshSeconds)}`,
    body: html`<h1>${typeof heading === 'string' ? title : html`<bdi>${title}</bdi>`}</h1>
${renderOutcome(frame)}
${isList ? content : html`<div class="narrow">${content}</div>`}`,
  })
}

export interface WidePage {
  /** A text of a user. */
  title: string
  content: Fragment
  /** The address of the module that the page runs. */
  module: string
}

/** Renders a page of the whole width that a module fills. */
export const renderWidePage = (frame: Frame, { title, content, module }: WidePage): string =>
  renderLayout({
    writer: frame.writer,
    title: `${title} · ${frame.organization}`,
    base: frame.base,
    nav: listLinks(frame),
    head: renderModule(module),
    body: html`<h1 dir="auto">${title}</h1>
${content}`,
  })

/** Renders the messages of the fields, or else the message of the problem. */
export function renderAlert({ message, errors }: Pick<Failure, 'message' | 'errors'>): Html {
  const sentences = Object.values(errors).flat()
  return html`<div class="alert" role="alert">${(sentences.length > 0 ? sentences : [message]).map(
    (one) => html`<p>${one}</p>`,
  )}</div>`
}

/** Leads to a new sign-in, and back to the page, when that is what a failure asks for. */
export const renderSignInAgain = ({ base, path, writer }: Frame, { errors }: Pick<Failure, 'errors'>): Html | null =>
  'reauthentication' in errors
    ? html`<p><a href="${base}/app/sign-in?next=${encodeURIComponent(path)}">${writer.write('Sign in')}</a></p>`
    : null

/** Says that a list is empty, and leads to where it is filled; `path` is without the base path. */
export const renderEmpty = (
  { base, writer: { write } }: Pick<Frame, 'base' | 'writer'>,
  sentence: PlainTemplate,
  onward?: { path: string; text: PlainTemplate },
): Html =>
  html`<div class="empty"><p>${write(sentence)}</p>${
    onward && html`<p><a class="button quiet" href="${base}${onward.path}">${write(onward.text)}</a></p>`
  }</div>`

/** Renders the way on from a page that says how something ended; `path` is without the base path. */
export const renderOnward = ({ base, writer }: Pick<Frame, 'base' | 'writer'>, path: string, text: PlainTemplate) =>
  html`<p><a href="${base}${path}">${writer.write(text)}</a></p>`

/** For a visitor who is signed in with an account that may not read the page. */
export const renderForbidden = ({ write }: Writer) =>
  renderAlert({
    message: write(
      'This account may not see the page. Sign out, then sign in with the address to which the mail was sent.',
    ),
    errors: {},
  })

/** What came of a form, by the word in the address of the page to which it led. */
const outcomes = {
  answered: 'Your answer was sent.',
  applied: 'Your application was sent. You get a mail when it moves on; messages and interviews are on this page.',
  asked: 'The person is asked, and you are told what they answer.',
  canceled: 'The plan is canceled.',
  completed: 'The course is finished.',
  decided: 'The decision is saved, and the applicant is told.',
  deleted: 'It is deleted.',
  enrolled: 'You are enrolled. Your lessons are below.',
  'enrolled-group': 'You are enrolled. Your group and your lessons are below.',
  invited: 'The applicant gets a mail with the free times.',
  joined: 'You are a member of the company now.',
  message: 'Your message was sent.',
  method: 'The payment method was added. You can pay with it now.',
  note: 'The note was added.',
  publication: 'The publication was added to your profile.',
  released: 'The grades are released.',
  resumed: 'The plan goes on, and is renewed as before.',
  saved: 'It is saved.',
  search: 'The search is saved. You get a mail when it finds something new.',
  share: 'The link is made. Copy it, and send it to those who may see the certificate.',
  slots: 'The times are added. Applicants whom you invite can choose one.',
  unshared: 'The link no longer works.',
  withdrawn: 'Your application was withdrawn, and your resume is deleted.',
} as const satisfies Record<string, PlainTemplate>
export type Outcome = keyof typeof outcomes

const isOutcome = (word: string): word is Outcome => Object.hasOwn(outcomes, word)

/** Says what came of the form that led to the page. It stays in view, because the page may begin further below. */
const renderOutcome = ({ done, writer: { write } }: Frame): Html | null =>
  isOutcome(done) ? html`<p class="alert done" role="status">${write(outcomes[done])}</p>` : null

/** Returns the address of a page that says what came of a form; `path` has the base path. */
export const toOutcome = (path: string, done: Outcome, anchor = ''): string => {
  const [address = '', query = ''] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('done', done)
  return `${address}?${parameters}${anchor === '' ? '' : `#${anchor}`}`
}

/** Says that the form before it was saved; nothing on a page that was opened otherwise. */
export const renderSaved = (writer: Writer, saved: string): Html | null =>
  saved === '' ? null : html`<p class="alert" role="status">${writer.write('It is saved.')}</p>`

/** The label of a field for the second factor. */
export const codeLabel: PlainTemplate = 'Six digits of your authenticator app, or a recovery code'

export interface Form {
  button: PlainTemplate
  /** What the button says to the page that gets it. */
  hidden?: Readonly<Record<string, string>>
  /** The address of the form; its own by default. */
  action?: string
  /** Whether the page has a more important button. */
  isQuiet?: boolean
}

/** Renders a form of a button alone. One with fields is made from the operation that it sends. */
export const renderForm = ({ write }: Writer, { hidden = {}, button, action = '', isQuiet = false }: Form): Html =>
  html`<form class="stacked" method="post"${action !== '' && html` action="${action}"`}>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button${isQuiet && html` class="quiet"`}>${write(button)}</button>
</form>`
