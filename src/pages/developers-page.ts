/** The page for developers: what this service is, links to the documentation, and the first three requests. */

import type { Demo } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { Localizer } from '#language/wording.ts'
import { renderLayout } from './layout.ts'
import { createWriter, type Writer } from './writer.ts'

interface DevelopersPage {
  organization: string
  base: string
  /** The absolute address of the API with its base path, without a trailing slash. */
  publicUrl: string
  version: string
  environment: string
  database: 'SQLite' | 'PostgreSQL'
  sandbox: boolean
  /** Whether this service serves the pages of its users. */
  hostedPages: boolean
  demo: Demo | null
  wording: Localizer
}

const renderCard = (href: string, title: string, does: string): Html =>
  html`<a href="${href}"><strong>${title}</strong><span>${does}</span></a>`

const renderStep = (does: string, command: string): Html =>
  html`<li><p>${does}</p><pre><code>${command}</code></pre></li>`

const renderFact = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const renderSignUp = ({ write }: Writer, publicUrl: string): Html =>
  renderStep(
    write('Sign up, and keep the token.'),
    `TOKEN=$(curl -s ${publicUrl}/auth/signup -H 'Content-Type: application/json' \\
-d '{"name":"Ada","email":"ada@example.org","password":"analytical"}' | grep -o 'rps_[^"]*')`,
  )

const renderSignIn = ({ write }: Writer, publicUrl: string, { logins: [first], password }: Demo): Html =>
  renderStep(
    write('Sign in, and keep the token.'),
    `TOKEN=$(curl -s ${publicUrl}/auth/login -H 'Content-Type: application/json' \\
-d '${JSON.stringify({ email: first?.email, password })}' | grep -o 'rps_[^"]*')`,
  )

const renderTour = (writer: Writer, publicUrl: string, demo: Demo | null): Html => html`<ol class="steps">
${demo === null ? renderSignUp(writer, publicUrl) : renderSignIn(writer, publicUrl, demo)}
${renderStep(writer.write('See who you are.'), `curl -s ${publicUrl}/auth/me -H "Authorization: Bearer $TOKEN"`)}
${renderStep(writer.write('List your notifications.'), `curl -s ${publicUrl}/notifications -H "Authorization: Bearer $TOKEN"`)}
</ol>`

const renderDemoLogins = ({ write, writeHtml }: Writer, { logins, password }: Demo): Html => html`<section class="card">
<h2>${write('Who is here')}</h2>
<p>${writeHtml('This is a demonstration. Everybody signs in with the password {password}.', { password: html`<code>${password}</code>` })}</p>
<dl>
${logins.map(({ role, name, email }) => renderFact(`${name}, ${role}`, email))}
</dl>
</section>`

export function renderDevelopersPage(page: DevelopersPage): string {
  const { organization, base, publicUrl, sandbox, hostedPages, demo } = page
  const writer = createWriter(page.wording)
  const { write } = writer
  const body = html`<h1>${organization}</h1>
<p class="lede">${write('One backend for research and talent: accounts, researcher search, jobs, courses, projects, exams, payments, notifications and files. It speaks JSON over HTTP, and the API reference describes every answer.')}</p>
<section class="cards" aria-label="${write('Where to go')}">
${hostedPages && renderCard(`${base}/app`, write('The site'), write('For people: jobs, courses, exams, projects and payments in the browser.'))}
${renderCard(`${base}/console`, write('Console'), write('For administrators: people, money, mail and work.'))}
${renderCard(`${base}/docs`, write('API reference'), write('Every endpoint, to read and to try.'))}
${sandbox && renderCard(`${base}/sandbox`, write('Sandbox'), write('What plays the world outside.'))}
${sandbox && renderCard(`${base}/sandbox/mail`, write('Mailbox'), write('Every mail sent here lands in it.'))}
${renderCard(`${base}/openapi.json`, write('OpenAPI document'), write('The same contract, for machines.'))}
${renderCard(`${base}/health/ready`, write('Health'), write('Whether it takes requests.'))}
${renderCard(`${base}/metrics`, write('Metrics'), write('Numbers for Prometheus.'))}
</section>
${demo && renderDemoLogins(writer, demo)}
<section class="card">
<h2>${write('Three requests to begin with')}</h2>
${renderTour(writer, publicUrl, demo)}
</section>
<section>
<dl>
${renderFact(write('Version'), page.version)}
${renderFact(write('Environment'), page.environment)}
${renderFact(write('Database'), page.database)}
</dl>
</section>`
  return renderLayout({ writer, title: organization, base, body })
}
