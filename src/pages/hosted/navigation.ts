/** The ways through the hosted pages: the links of the header, and the menus of the first page. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Link } from '../layout.ts'
import type { Writer } from '../writer.ts'

interface Place {
  path: string
  text: PlainTemplate
  /** What a person finds there. */
  about: PlainTemplate
  /** First parts of the paths of pages that belong to it. */
  parts?: readonly string[]
}

/** The places of the first page, by what a person comes for. */
const groups: readonly { title: PlainTemplate; places: readonly Place[] }[] = [
  {
    title: 'Find and learn',
    places: [
      { path: '/app/jobs', text: 'Jobs', about: 'Find a job and apply.', parts: ['job-posts'] },
      {
        path: '/app/courses',
        text: 'Courses',
        about: 'Learn at your own pace, lesson by lesson.',
      },
      {
        path: '/app/exams',
        text: 'Exams',
        about: 'Take one in the browser, also with a bad connection.',
        parts: ['exam-attempts'],
      },
      { path: '/app/projects', text: 'Projects', about: 'Your own and those that you may see.' },
    ],
  },
  {
    title: 'What is mine',
    places: [
      {
        path: '/app/applications',
        text: 'My applications',
        about: 'How far they are, with interviews and messages.',
        parts: ['job-applications'],
      },
      {
        path: '/app/saved-searches',
        text: 'Saved searches',
        about: 'The searches that you have saved, with what they have found.',
      },
      {
        path: '/app/certificates',
        text: 'My certificates',
        about: 'As documents, and as links for people who want to see them.',
      },
      {
        path: '/app/notifications',
        text: 'Notifications',
        about: 'What has happened since you were here.',
      },
      { path: '/app/my-job-posts', text: 'My job posts', about: 'Those that you manage, with their applicants.' },
      {
        path: '/app/talent-pool',
        text: 'Talent pool',
        about: 'People who agree to be kept for later, and who keeps you.',
      },
      { path: '/app/company-invitations', text: 'Invitations', about: 'Companies that ask you to join them.' },
    ],
  },
  {
    title: 'Me and my payments',
    places: [
      {
        path: '/app/profile',
        text: 'My profile',
        about: 'Name, picture, skills and CV, as others see them.',
        parts: ['researchers'],
      },
      {
        path: '/app/settings',
        text: 'Settings',
        about: 'Language, mails, password and devices; your data and the end of the account.',
      },
      { path: '/app/security', text: 'Security of my account', about: 'A second factor for your sign-in.' },
      {
        path: '/app/plans',
        text: 'Plans',
        about: 'Your plan and how much of it is used; choose, change or end it.',
        parts: ['companies'],
      },
      {
        path: '/app/payments',
        text: 'Payments and invoices',
        about: 'What you have paid and what came back, with documents.',
      },
      {
        path: '/app/payment-methods',
        text: 'Your payment methods',
        about: 'The cards and phones with which you pay.',
        parts: ['pay'],
      },
    ],
  },
]

/** The places of the header, in their order. */
const headerPaths = ['/app/jobs', '/app/applications', '/app/courses', '/app/exams', '/app/notifications']

const headerPlaces = groups
  .flatMap(({ places }) => places)
  .filter(({ path }) => headerPaths.includes(path))
  .toSorted((one, other) => headerPaths.indexOf(one.path) - headerPaths.indexOf(other.path))

/** Returns the links of the header for a person who is signed in; `path` is that of the page, without the base path. */
export function listPlaces({ write }: Writer, { base, path }: { base: string; path: string }): Link[] {
  const [, , part = ''] = path.split('/')
  const isCurrent = (place: Place) => place.path === `/app/${part}` || (place.parts ?? []).includes(part)
  return [
    ...headerPlaces.map((place) => ({
      href: `${base}${place.path}`,
      text: write(place.text),
      isCurrent: isCurrent(place),
    })),
    { href: `${base}/app`, text: write('My account'), isCurrent: path === '/app' },
  ]
}

/** Renders all places, by what a person comes for. */
export const renderPlaces = ({ write }: Writer, base: string): Html =>
  html`<div class="places">${groups.map(
    ({ title, places }) => html`<section><h2>${write(title)}</h2>
<nav class="menu" aria-label="${write(title)}">${places.map(
      ({ path, text, about }) =>
        html`<a href="${base}${path}"><strong>${write(text)}</strong><span>${write(about)}</span></a>`,
    )}</nav></section>`,
  )}</div>`

/** The paths of the objects that notifications are about and that have a page of the same path here. */
const objectPath =
  /^\/(job-applications|notifications|company-invitations|saved-searches|talent-pool|researchers\/details\/\d+|(job-applications|job-posts|exams|exam-attempts|projects|pay|courses|certificates|talent-pool)\/\d+|job-posts\/\d+\/applicants|exams\/\d+\/grading)$/

/** Returns the path of the page to which the address of a notification leads; null without one. */
export function findPagePath(url: string | undefined): string | null {
  if (url === undefined) return null
  if (url === '/billing/history') return '/app/payments'
  const [, company] = /^\/subscriptions\/current(?:\?company_id=(\d+))?$/.exec(url) ?? []
  if (company !== undefined) return `/app/companies/${company}/plans`
  if (url === '/subscriptions/current') return '/app/plans'
  // Question banks have no page of their own; their questions are seen in exams.
  if (/^\/question-banks\/\d+$/.test(url)) return '/app/exams'
  return objectPath.test(url) ? `/app${url}` : null
}
