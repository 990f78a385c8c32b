/** The components of the pages for people and of the public pages, in each state. */

import { html, renderHtml } from '#core/html.ts'
import { type FormState, renderFormAlert } from '../hosted/fields.ts'
import { type OwnField, renderOwnInput } from '../hosted/form-inputs.ts'
import { renderPlaces } from '../hosted/navigation.ts'
import { renderEmpty } from '../hosted/pages.ts'
import { renderPages, renderTabs } from '../hosted/paging.ts'
import { mark } from '../layout.ts'
import { renderLogo } from '../logos.ts'
import type { Writer } from '../writer.ts'
import { longName, longWord, type Sample } from './samples.ts'

const sampleLogo = `data:image/svg+xml,${encodeURIComponent(renderHtml(mark))}`

const listTexts = ({ write }: Writer): Sample[] => [
  {
    name: 'h1 .lede .text .soft',
    body: html`<h1>${write('Courses')}</h1>
<p class="lede">${write('Learn at your own pace, lesson by lesson.')}</p>
<p class="text">${longName}
${longWord}</p>
<p class="soft">${write('What has happened since you were here.')} <a href="#end">${write('Details')}</a></p>`,
  },
  {
    name: '.prose blockquote pre',
    body: html`<div class="prose"><h3>${longName}</h3><p>${write('Learn at your own pace, lesson by lesson.')} <code>POST /mcp</code></p>
<blockquote><p>${longName}</p></blockquote>
<pre>curl -s http://127.0.0.1:3000/health/ready</pre>
<table><tr><th scope="row">${write('Day')}</th><td>1</td></tr></table></div>`,
  },
  {
    name: '.verdict .findings',
    body: html`${(['good', 'bad', ''] as const).map(
      (tone) =>
        html`<p class="verdict ${tone}"><span aria-hidden="true">${tone === 'good' ? '✓' : tone === 'bad' ? '✕' : '?'}</span> ${longName}</p>`,
    )}
<ul class="findings">${(['good', 'bad', ''] as const).map(
      (tone) =>
        html`<li class="${tone}"><span aria-hidden="true">${tone === 'good' ? '✓' : tone === 'bad' ? '✕' : '?'}</span> <strong>${write('Title')}</strong> ${longName}</li>`,
    )}</ul>`,
  },
  {
    name: '.alert .done .status .tag',
    body: html`<p class="alert done" role="status">${write('It is saved.')}</p><div class="alert" role="alert"><p>${write('Something went wrong')}</p></div>
<p class="status" role="status">${write('Loading…')}</p>
<p><span class="tag">${write('Waiting')}</span> <span class="tag">${longName}</span></p>`,
  },
]

const listControls = ({ write }: Writer): Sample[] => [
  {
    name: 'button .quiet .button',
    body: html`<form action="#end"><button>${write('Sign in')}</button> <button class="quiet">${write('Cancel')}</button>
 <button class="bad">${write('Delete')}</button> <button class="quiet">${longName}</button> <a class="button" href="#end">${write('Details')}</a> <a class="button quiet" href="#end">${write('Details')}</a></form>`,
  },
  {
    name: '.answers',
    body: html`<div class="answers"><form action="#end"><button>${write('Accept')}</button></form><form action="#end"><button class="quiet">${write('Decline')}</button></form></div>`,
  },
  {
    name: '.message',
    body: html`<section class="card"><article class="message"><h3>${longName}</h3><p class="text">${longWord}</p></article><article class="message mine"><h3>${write('You')}</h3><p class="text">${longName}</p></article></section>`,
  },
  {
    name: '.providers',
    body: html`<ul class="providers">${['Google', 'LinkedIn', longName].map((name) => html`<li><a href="#end">${name}</a></li>`)}</ul>`,
  },
]

/** Renders every kind of field, empty or with something wrong. */
function renderFields(state: FormState) {
  const choices = [
    { value: '', text: state.writer.write('All') },
    { value: 'long', text: longName },
  ]
  const { write } = state.writer
  const name = (field: string) => `${field}-${Object.keys(state.errors).length}`
  const fields: OwnField[] = [
    { name: name('name'), input: 'text', label: write('Name') },
    {
      name: name('password'),
      input: 'password',
      label: write('Password'),
      hint: write('A second factor for your sign-in.'),
      isSecret: true,
    },
    { name: name('file'), input: 'file', label: longName },
    { name: name('country'), input: 'select', label: write('Country'), choices },
    { name: name('description'), input: 'multiline', label: write('Description'), maxLength: 500 },
    { name: name('check'), input: 'checkbox', label: longName },
  ]
  return fields.map((field) => renderOwnInput(state, field))
}

function listForms(writer: Writer): Sample[] {
  const { write } = writer
  const messages = [write('Something went wrong'), longName]
  const fields = ['name', 'password', 'file', 'country', 'description', 'check']
  const errors = Object.fromEntries(fields.map((field) => [`${field}-${fields.length}`, messages]))
  const values = { [`name-${fields.length}`]: longWord, [`description-${fields.length}`]: longName }
  const failure = { ok: false, status: 422, message: write('Something went wrong'), errors } as const
  return [
    {
      name: '.stacked .field',
      body: html`<form class="stacked" action="#end">${renderFields({ writer, values: {}, errors: {} })}<button>${write('Apply')}</button></form>`,
    },
    {
      name: '.error',
      body: html`<form class="stacked" action="#end">${renderFormAlert(
        writer,
        failure,
        fields.map((field) => `${field}-${fields.length}`),
      )}${renderFields({ writer, values, errors })}<button>${write('Apply')}</button></form>`,
    },
    {
      name: 'fieldset .check',
      body: html`<form class="stacked" action="#end"><fieldset><legend>${write('Role')}</legend>${[
        write('Yes'),
        longName,
      ].map(
        (text, place) =>
          html`<label class="check"><input type="radio" name="choice" value="${place}"${place === 0 && html` checked`}> ${text}</label>`,
      )}</fieldset></form>`,
    },
    {
      name: '.filters',
      body: html`<form class="filters" action="#end">${renderOwnInput({ writer, values: {}, errors: {} }, { name: 'search', input: 'search', label: write('Search') })}<button>${write('Search')}</button></form>`,
    },
  ]
}

const listLists = (writer: Writer): Sample[] => [
  { name: '.places .menu', body: renderPlaces(writer, '') },
  {
    name: '.cards',
    body: html`<nav class="cards" aria-label="${writer.write('Where to go')}">${['Console', longName, longWord].map((name) => html`<a href="#end"><strong>${name}</strong><span>${longName}</span></a>`)}</nav>`,
  },
  {
    name: '.card .row',
    body: html`<div class="card"><p>${longName}</p></div>
<div class="card"><div class="row"><p>${longName}</p></div><div class="row"><p>${longWord}</p></div></div>`,
  },
  {
    name: '.pictured .logo .on-screen',
    body: html`<div class="pictured">${renderLogo(writer, { name: longName, logo: null })}<p class="on-screen">${longName} ${longWord}</p></div><div class="pictured">${renderLogo(writer, { name: longWord, logo: sampleLogo })}<p>${longWord}</p></div>`,
  },
  {
    name: '.rows',
    body: html`<ul class="rows">${[writer.write('Title'), longName, longWord].map(
      (title) =>
        html`<li><h3><a href="#end">${title}</a> <span class="tag">${writer.write('Waiting')}</span></h3><p class="soft">${longName}</p></li>`,
    )}</ul>`,
  },
  {
    name: '.foot',
    body: html`<ul class="rows"><li><h3>${longName}</h3><div class="foot"><span class="soft">${longWord}</span> <form action="#end"><button class="quiet">${writer.write('Mark as read')}</button></form></div></li></ul>`,
  },
  {
    name: '.plain',
    body: html`<ul class="plain">${[longName, longWord].map((name) => html`<li><span>${name}</span> <form action="#end"><button class="quiet">${writer.write('Delete')}</button></form></li>`)}</ul>`,
  },
  {
    name: '.empty',
    body: renderEmpty({ base: '', writer }, 'There are none yet.', { path: '/sandbox', text: 'Search' }),
  },
  {
    name: '.plans',
    body: html`<ul class="rows plans">${['Professional', longName].map(
      (title) =>
        html`<li><h3>${title}</h3><ul><li>${longName}</li></ul><p><a class="button" href="#end">${writer.write('Details')}</a></p></li>`,
    )}</ul>`,
  },
  {
    name: '.pages',
    body: html`${renderTabs(writer, { name: 'state', label: 'Kind', labels: { open: 'Waiting' }, chosen: 'open' })}${renderPages(writer, { page: 2, lastPage: 3 })}`,
  },
  {
    name: '.steps details',
    body: html`<ol class="steps"><li><p>${longName}</p><pre><code>npm start</code></pre></li></ol>
<details><summary>${writer.write('Details')}</summary><p>${longName}</p></details>`,
  },
]

const listTables = ({ write }: Writer): Sample[] => [
  {
    name: 'table dl',
    body: html`<div class="card"><table><tr><th scope="row">${write('Name')}</th><td>${longName}</td></tr><tr><th scope="row">${write('Country')}</th><td>${longWord}</td></tr></table></div>
<dl><div><dt>${write('Name')}</dt><dd>${longName}</dd></div><div><dt>${write('Day')}</dt><dd>1</dd></div></dl>`,
  },
  {
    name: '.items .number .quantity',
    body: html`<table class="items"><thead><tr><th scope="col">${write('Name')}</th><th scope="col" class="number quantity">${write('Day')}</th><th scope="col" class="number">${write('Amount')}</th></tr></thead>
<tbody>${[longName, longWord].map((name) => html`<tr><td>${name}</td><td class="number quantity">2</td><td class="number">$1,290.00</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">${write('Total')}</th><td class="number quantity"></td><td class="number">$2,580.00</td></tr></tfoot></table>`,
  },
  {
    name: '.bars meter',
    body: html`<table class="items bars"><tbody>${[3, 12].map(
      (count) =>
        html`<tr><th scope="row">${longName}</th><td><meter min="0" max="12" value="${count}" aria-label="${write('Total')}">${count}</meter></td><td class="number">${count}</td></tr>`,
    )}</tbody></table>`,
  },
  {
    name: '.columns address',
    body: html`<div class="columns"><div><h3>${write('Name')}</h3><address>${longName}</address></div><div><h3>${write('Country')}</h3><address>${longWord}</address></div></div>`,
  },
  {
    name: '.mail',
    body: html`<details class="card mail" open><summary><strong dir="auto">${longName}</strong><small><span>ada@example.org</span></small></summary><pre>${longName}</pre></details>`,
  },
  {
    name: '.portrait .narrow',
    body: html`<div class="narrow"><p><img class="portrait" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Crect width='1' height='1' fill='gray'/%3E%3C/svg%3E" alt="" width="96" height="96"> ${longName}</p></div>`,
  },
]

/** Returns all components of the site. */
export const listSiteSamples = (writer: Writer): Sample[] => [
  ...listTexts(writer),
  ...listControls(writer),
  ...listForms(writer),
  ...listLists(writer),
  ...listTables(writer),
]
