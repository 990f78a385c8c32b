/** The page at `/`: says what answers here, where to read on, and how to make the first three requests. */

import type { Demo } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import { layout } from './layout.ts'

interface StartPage {
  organization: string
  base: string
  /** The absolute address of the API, base path included and without a slash at the end. */
  publicUrl: string
  version: string
  environment: string
  database: 'SQLite' | 'PostgreSQL'
  sandbox: boolean
  demo: Demo | null
}

const card = (href: string, title: string, does: string): Html =>
  html`<a href="${href}"><strong>${title}</strong><span>${does}</span></a>`

const step = (does: string, command: string): Html =>
  html`<li><p>${does}</p><pre><code>${command}</code></pre></li>`

const fact = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const signUp = (publicUrl: string): Html =>
  step(
    'Sign up, and keep the token.',
    `TOKEN=$(curl -s ${publicUrl}/auth/signup -H 'Content-Type: application/json' \\
-d '{"name":"Ada","email":"ada@example.org","password":"analytical"}' | grep -o 'rps_[^"]*')`,
  )

const signIn = (publicUrl: string, { logins: [first], password }: Demo): Html =>
  step(
    'Sign in, and keep the token.',
    `TOKEN=$(curl -s ${publicUrl}/auth/login -H 'Content-Type: application/json' \\
-d '${JSON.stringify({ email: first?.email, password })}' | grep -o 'rps_[^"]*')`,
  )

const tour = (publicUrl: string, demo: Demo | null): Html => html`<ol class="steps">
${demo === null ? signUp(publicUrl) : signIn(publicUrl, demo)}
${step('See who you are.', `curl -s ${publicUrl}/auth/me -H "Authorization: Bearer $TOKEN"`)}
${step('List your notifications.', `curl -s ${publicUrl}/notifications -H "Authorization: Bearer $TOKEN"`)}
</ol>`

const whoIsHere = ({ logins, password }: Demo): Html => html`<section class="card">
<h2>Who is here</h2>
<p>This is a demonstration. Everybody signs in with the password <code>${password}</code>.</p>
<dl>
${logins.map(({ role, name, email }) => fact(`${name}, ${role}`, email))}
</dl>
</section>`

export function startPage(page: StartPage): string {
  const { organization, base, publicUrl, sandbox, demo } = page
  const body = html`<h1>${organization}</h1>
<p class="lede">One backend for research and talent: accounts, researcher search, jobs, courses, projects,
exams, payments, notifications and files. It speaks JSON over HTTP, and the API reference describes every
answer.</p>
<section class="cards" aria-label="Where to go">
${card(`${base}/docs`, 'API reference', 'Every endpoint, to read and to try.')}
${card(`${base}/openapi.json`, 'OpenAPI document', 'The same contract, for machines.')}
${card(`${base}/health/ready`, 'Health', 'Whether it takes requests.')}
${card(`${base}/metrics`, 'Metrics', 'Numbers for Prometheus.')}
${sandbox && card(`${base}/sandbox/mail`, 'Mailbox', 'Every mail sent here lands in it.')}
${sandbox && card(`${base}/sandbox`, 'Sandbox', 'What plays the world outside.')}
</section>
${demo && whoIsHere(demo)}
<section class="card">
<h2>Three requests to begin with</h2>
${tour(publicUrl, demo)}
</section>
<section>
<dl>
${fact('Version', page.version)}
${fact('Environment', page.environment)}
${fact('Database', page.database)}
</dl>
</section>`
  return layout({ title: organization, base, body })
}
