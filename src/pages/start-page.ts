/** The start page at `/`: what this service is, links to the documentation, and the first three requests. */

import type { Demo } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import { renderLayout } from './layout.ts'

interface StartPage {
  organization: string
  base: string
  /** The absolute address of the API with its base path, without a trailing slash. */
  publicUrl: string
  version: string
  environment: string
  database: 'SQLite' | 'PostgreSQL'
  sandbox: boolean
  demo: Demo | null
}

const renderCard = (href: string, title: string, does: string): Html =>
  html`<a href="${href}"><strong>${title}</strong><span>${does}</span></a>`

const renderStep = (does: string, command: string): Html =>
  html`<li><p>${does}</p><pre><code>${command}</code></pre></li>`

const renderFact = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const renderSignUp = (publicUrl: string): Html =>
  renderStep(
    'Sign up, and keep the token.',
    `TOKEN=$(curl -s ${publicUrl}/auth/signup -H 'Content-Type: application/json' \\
-d '{"name":"Ada","email":"ada@example.org","password":"analytical"}' | grep -o 'rps_[^"]*')`,
  )

const renderSignIn = (publicUrl: string, { logins: [first], password }: Demo): Html =>
  renderStep(
    'Sign in, and keep the token.',
    `TOKEN=$(curl -s ${publicUrl}/auth/login -H 'Content-Type: application/json' \\
-d '${JSON.stringify({ email: first?.email, password })}' | grep -o 'rps_[^"]*')`,
  )

const renderTour = (publicUrl: string, demo: Demo | null): Html => html`<ol class="steps">
${demo === null ? renderSignUp(publicUrl) : renderSignIn(publicUrl, demo)}
${renderStep('See who you are.', `curl -s ${publicUrl}/auth/me -H "Authorization: Bearer $TOKEN"`)}
${renderStep('List your notifications.', `curl -s ${publicUrl}/notifications -H "Authorization: Bearer $TOKEN"`)}
</ol>`

const renderDemoLogins = ({ logins, password }: Demo): Html => html`<section class="card">
<h2>Who is here</h2>
<p>This is a demonstration. Everybody signs in with the password <code>${password}</code>.</p>
<dl>
${logins.map(({ role, name, email }) => renderFact(`${name}, ${role}`, email))}
</dl>
</section>`

export function renderStartPage(page: StartPage): string {
  const { organization, base, publicUrl, sandbox, demo } = page
  const body = html`<h1>${organization}</h1>
<p class="lede">One backend for research and talent: accounts, researcher search, jobs, courses, projects,
exams, payments, notifications and files. It speaks JSON over HTTP, and the API reference describes every
answer.</p>
<section class="cards" aria-label="Where to go">
${renderCard(`${base}/docs`, 'API reference', 'Every endpoint, to read and to try.')}
${renderCard(`${base}/openapi.json`, 'OpenAPI document', 'The same contract, for machines.')}
${renderCard(`${base}/health/ready`, 'Health', 'Whether it takes requests.')}
${renderCard(`${base}/metrics`, 'Metrics', 'Numbers for Prometheus.')}
${sandbox && renderCard(`${base}/sandbox/mail`, 'Mailbox', 'Every mail sent here lands in it.')}
${sandbox && renderCard(`${base}/sandbox`, 'Sandbox', 'What plays the world outside.')}
</section>
${demo && renderDemoLogins(demo)}
<section class="card">
<h2>Three requests to begin with</h2>
${renderTour(publicUrl, demo)}
</section>
<section>
<dl>
${renderFact('Version', page.version)}
${renderFact('Environment', page.environment)}
${renderFact('Database', page.database)}
</dl>
</section>`
  return renderLayout({ title: organization, base, body })
}
