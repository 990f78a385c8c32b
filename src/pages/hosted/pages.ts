/** The HTML of the hosted pages. */

import { type Fragment, type Html, html } from '#core/html.ts'
import type { PlainTemplate, Verbatim } from '#language/sentence.ts'
import type { Translate } from '#language/translate.ts'
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
  module?: string
}

const renderModule = (address: string) => html`<script type="module" src="${address}"></script>
`

/** Renders the way out, which stands beside the links and not among the buttons of a page. */
const renderSignOut = ({ base, isSignedIn, writer: { write } }: Frame): Html | null =>
  isSignedIn
    ? html`<form method="post" action="${base}/app/sign-out"><button class="quiet">${write('Sign out')}</button></form>
`
    : null

/** Renders a page with one column. */
export function renderHostedPage(frame: Frame, { heading, content, isList = false, module }: HostedPage): string {
  const { organization, base, writer } = frame
  const title = writer.write(heading)
  return renderLayout({
    writer,
    title: `${title} · ${organization}`,
    base,
    nav: listLinks(frame),
    aside: renderSignOut(frame),
    ...(module !== undefined && { head: renderModule(module) }),
    body: html`<h1>${typeof heading === 'string' ? title : html`<bdi>${title}</bdi>`}</h1>
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

/** Says that the form before it was saved; nothing on a page that was opened otherwise. */
export const renderSaved = ({ write }: Writer, saved: string): Html | null =>
  saved === '' ? null : html`<p class="alert" role="status">${write('It is saved.')}</p>`

interface Field {
  name: string
  label: PlainTemplate | null
  type: 'email' | 'password' | 'text' | 'hidden'
  value?: string
  autocomplete?: string
}

export interface Form {
  fields?: readonly Field[]
  button: PlainTemplate
  /** The address of the form; its own by default. */
  action?: string
  /** Whether the page has a more important button. */
  isQuiet?: boolean
}

/** The label of a field for the second factor. */
export const codeLabel: PlainTemplate = 'Six digits of your authenticator app, or a recovery code'

/** Renders a form. */
export const renderForm = ({ write }: Writer, { fields = [], button, action = '', isQuiet = false }: Form): Html =>
  html`<form class="stacked" method="post"${action === '' ? null : html` action="${action}"`}>
${fields.map((field) => renderInput(write, field))}
<button${isQuiet && html` class="quiet"`}>${write(button)}</button>
</form>`

function renderInput(write: Translate, { name, label, type, value = '', autocomplete = 'off' }: Field): Html {
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value}">`
  return html`<label>${label && write(label)}
<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required></label>`
}
