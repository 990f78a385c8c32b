/** The frame of the console: navigation, messages, the session, and the view of the present address. */

import { render, type VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Waiting } from '#pages/contract.ts'
import { AnnouncementPage, Announcements } from './announcements.ts'
import { Companies, CompanyPage } from './companies.ts'
import { Differences } from './differences.ts'
import { Files } from './files.ts'
import { Invitations } from './invitations.ts'
import {
  callApi,
  callSession,
  formatNumber,
  html,
  Link,
  organization,
  type Place,
  readData,
  usePlace,
  write,
} from './kit.ts'
import { ContentPage, ContentView, Reports } from './moderation.ts'
import { PaymentPage, Payments, SubscriptionPage, Subscriptions } from './money.ts'
import { MailPage, Mails, ServicePage, TaskPage, Tasks } from './operations.ts'
import { Overview } from './overview.ts'
import type { Tell } from './parts.ts'
import { People, PersonPage } from './people.ts'
import { PeopleImport } from './people-import.ts'
import { Prices } from './prices.ts'
import { UnmatchedMoney } from './received-money.ts'
import { Audit, Certificates } from './records.ts'
import { Refunds } from './refunds.ts'
import { SearchDialog } from './search.ts'
import { SignIn } from './sign-in.ts'

const liveEveryMs = 5_000
const keepEveryMs = 5 * 60_000

interface Entry {
  to: string
  name: string
  count?: number | undefined
}

const listEntries = (waiting: Waiting | null): Entry[] => [
  { to: '/', name: write('Overview') },
  { to: '/people', name: write('People') },
  { to: '/companies', name: write('Companies') },
  { to: '/reports', name: write('Reports'), count: waiting?.open_reports },
  { to: '/content', name: write('Content') },
  { to: '/files', name: write('Files and pictures') },
  { to: '/announcements', name: write('Announcements') },
  { to: '/payments', name: write('Payments'), count: waiting?.failed_refunds },
  { to: '/subscriptions', name: write('Subscriptions'), count: waiting?.unpaid_subscriptions },
  { to: '/prices', name: write('Plans and coupons') },
  { to: '/certificates', name: write('Certificates') },
  { to: '/mails', name: write('Mails'), count: waiting?.waiting_mails },
  { to: '/tasks', name: write('Background work'), count: waiting?.dead_tasks },
  { to: '/audit', name: write('Audit log') },
  { to: '/service', name: write('Service') },
]

function View({ place: { path }, waiting, tell }: { place: Place; waiting: Waiting | null; tell: Tell }): VNode {
  const [, section = '', id] = path.split('/')
  const pages: Record<string, (id: string) => VNode> = {
    people: (one) => html`<${PersonPage} key=${one} id=${one} tell=${tell} />`,
    companies: (one) => html`<${CompanyPage} key=${one} id=${one} tell=${tell} />`,
    content: (one) => html`<${ContentView} key=${one} place=${one} tell=${tell} />`,
    payments: (one) => html`<${PaymentPage} key=${one} id=${one} tell=${tell} />`,
    subscriptions: (one) => html`<${SubscriptionPage} key=${one} id=${one} tell=${tell} />`,
    announcements: (one) => html`<${AnnouncementPage} key=${one} id=${one} tell=${tell} />`,
    mails: (one) => html`<${MailPage} key=${one} id=${one} tell=${tell} />`,
    tasks: (one) => html`<${TaskPage} key=${one} id=${one} tell=${tell} />`,
  }
  const lists: Record<string, () => VNode> = {
    '': () => html`<${Overview} waiting=${waiting} />`,
    people: () => html`<${People} tell=${tell} />`,
    invitations: () => html`<${Invitations} tell=${tell} />`,
    import: () => html`<${PeopleImport} tell=${tell} />`,
    companies: () => html`<${Companies} />`,
    reports: () => html`<${Reports} tell=${tell} />`,
    content: () => html`<${ContentPage} tell=${tell} />`,
    files: () => html`<${Files} tell=${tell} />`,
    announcements: () => html`<${Announcements} />`,
    payments: () => html`<${Payments} tell=${tell} />`,
    refunds: () => html`<${Refunds} tell=${tell} />`,
    differences: () => html`<${Differences} tell=${tell} />`,
    unmatched: () => html`<${UnmatchedMoney} tell=${tell} />`,
    subscriptions: () => html`<${Subscriptions} tell=${tell} />`,
    prices: () => html`<${Prices} tell=${tell} />`,
    certificates: () => html`<${Certificates} tell=${tell} />`,
    mails: () => html`<${Mails} />`,
    tasks: () => html`<${Tasks} />`,
    audit: () => html`<${Audit} />`,
    service: () => html`<${ServicePage} />`,
  }
  const page = id === undefined ? undefined : pages[section]
  if (id !== undefined && page !== undefined) return page(id)
  return lists[section]?.() ?? html`<h1>${write('This is not there.')}</h1>`
}

/** Reads what waits every few seconds while the page is visible. */
function useWaiting(): Waiting | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => {
    const read = () => {
      // The next moment asks again.
      if (document.visibilityState === 'visible') readData('GET /admin/waiting').then(setWaiting, () => undefined)
    }
    read()
    const timer = setInterval(read, liveEveryMs)
    return () => clearInterval(timer)
  }, [])
  return waiting
}

/** Keeps the session while the console is used; without use, it ends after half an hour. */
function useKeptSession(): void {
  useEffect(() => {
    let isUsed = false
    const use = () => {
      isUsed = true
    }
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, use)
    const timer = setInterval(() => {
      // The next use asks again, and whatever is opened says what is wrong.
      if (isUsed) callApi('PUT /admin/session').catch(() => undefined)
      isUsed = false
    }, keepEveryMs)
    return () => {
      clearInterval(timer)
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, use)
    }
  }, [])
}

function Frame({ leave }: { leave: () => void }): VNode {
  const place = usePlace()
  const waiting = useWaiting()
  useKeptSession()
  const [message, setMessage] = useState('')
  const [searching, setSearching] = useState(false)
  const [menu, setMenu] = useState(false)
  const [, section = ''] = place.path.split('/')
  useEffect(() => setMenu(false), [place])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest('input, textarea, select, dialog') !== null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setSearching(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  const entries = listEntries(waiting)
  const current = entries.find(({ to }) => to === `/${section}`)
  useEffect(() => {
    document.title = `${current?.name ?? write('Console')} · ${organization}`
  }, [current?.name])
  return html`<a class="skip" href="#content">${write('Skip to the content')}</a>
<header class="bar"><button type="button" class="menu" aria-expanded=${menu} aria-controls="menu" onClick=${() => setMenu(!menu)}>${write('Menu')}</button>
<span class="brand">${organization}</span><button type="button" class="find" onClick=${() => setSearching(true)}>${write('Search')} <kbd>/</kbd></button>
<button type="button" onClick=${leave}>${write('Sign out')}</button></header>
<div class="frame"><nav id="menu" class=${menu ? 'open' : ''} aria-label=${write('Console')}>${entries.map(({ to, name, count }) => html`<${Link} to=${to} current=${to === `/${section}`}>${name}${count ? html` <span class="count">${formatNumber(count)}</span>` : ''}<//>`)}</nav>
<main class="page" id="content" tabindex="-1"><div class="toast" role="status">${message !== '' && html`<p>${message} <button type="button" onClick=${() => setMessage('')}>${write('Close')}</button></p>`}</div>
<${View} place=${place} waiting=${waiting} tell=${setMessage} /></main></div>
${searching && html`<${SearchDialog} close=${() => setSearching(false)} />`}`
}

function Console(): VNode {
  const [state, setState] = useState<'asking' | 'in' | 'out' | 'ended'>('asking')
  useEffect(() => {
    callApi('PUT /admin/session').then(
      () => setState('in'),
      () => setState('out'),
    )
    const end = () => setState((before) => (before === 'in' ? 'ended' : before))
    window.addEventListener('session-ended', end)
    return () => window.removeEventListener('session-ended', end)
  }, [])
  const leave = () => callSession('DELETE', '').finally(() => setState('out'))
  if (state === 'asking') return html`<main class="page"><p class="soft" role="status">${write('Loading…')}</p></main>`
  return state === 'in'
    ? html`<${Frame} leave=${leave} />`
    : html`<${SignIn} ended=${state === 'ended'} enter=${() => setState('in')} />`
}

const place = document.getElementById('console')
if (place !== null) {
  place.textContent = ''
  render(html`<${Console} />`, place)
}
