/** The components of the console, in each state. Its modules render them in the browser with the same names. */

import { html } from '#core/html.ts'
import type { Writer } from '../writer.ts'
import { longName, longWord, type Sample } from './samples.ts'

const tones = ['', 'good', 'bad', 'warn'] as const

const listFrame = ({ write }: Writer): Sample[] => [
  {
    name: '.bar .brand .find .menu kbd',
    body: html`<div class="bar"><button type="button" class="menu">${write('Menu')}</button><span class="brand">${longName}</span><button type="button" class="find">${write('Search')} <kbd>/</kbd></button></div>`,
  },
  {
    name: '.frame .count',
    body: html`<div class="frame"><nav id="menu" class="open" aria-label="${write('Console')}"><a href="#end" aria-current="page">${write('People')} <span class="count">12</span></a><a href="#end">${write('Payments')}</a></nav><div><p>${longName}</p></div></div>`,
  },
  {
    name: '.toast .notice',
    body: html`<div class="toast" role="status"><p>${longName} <button type="button">${write('Close')}</button></p></div>
<div class="notice"><p>${longName}</p></div>
<div class="notice bad" role="alert"><p>${write('Something went wrong')}</p></div>`,
  },
  {
    name: '.soft .empty .text .narrow',
    body: html`<p class="soft" role="status">${write('Loading…')}</p><p class="soft empty">${write('Nothing matches.')}</p><p class="text">${longName}</p><div class="narrow"><p>${longName}</p></div>`,
  },
]

const listActs = ({ write }: Writer): Sample[] => [
  {
    name: '.buttons .main .bad',
    body: html`<div class="buttons"><span class="act"><button type="button">${write('Details')}</button></span><button type="button" class="main">${write('Sign in')}</button><button type="button">${write('Cancel')}</button><button type="button" class="bad">${write('Hide')}</button><button type="button" disabled>${write('Refund')}</button><button type="button">${longName}</button></div>`,
  },
  {
    name: '.tabs .links',
    body: html`<div class="tabs" role="group" aria-label="${write('Kind')}"><button type="button" aria-pressed="true">${write('Courses')}</button><button type="button" aria-pressed="false">${write('Certificates')}</button></div>
<p class="links"><a href="#end">${write('Mails')}</a> <a href="#end">${longName}</a></p>`,
  },
  {
    name: '.stacked .check .form .filters .picker',
    body: html`<form class="stacked form" action="#end"><label>${write('Name')}<input name="name" value="${longWord}"></label><label>${write('Kind')}<select name="kind"><option>${longName}</option></select></label>
<label>${write('Reason')}<textarea name="reason" rows="2">${longName}</textarea></label><label class="check"><input type="checkbox" name="check"> ${longName}</label></form>
<details class="folded" open><summary>${write('Search')}</summary><div class="filters" role="search"><label>${write('Search')}<input type="search" name="search"></label><label>${write('Kind')}<select name="other"><option>${write('All')}</option></select></label><div class="picker"><label>${write('Person')}<input type="search" name="person" value="${longName}"></label><div class="hits"><p class="soft"><bdi>${longWord}</bdi></p></div></div></div></details>`,
  },
  {
    name: 'dialog .hits .search',
    body: html`<dialog class="search" aria-label="${write('Search')}"><div class="hits"><button type="button"><span class="soft">${write('People')}</span><bdi>${longName}</bdi><span class="soft"><bdi>${longWord}</bdi></span></button></div></dialog>
<div class="hits"><button type="button"><span class="soft">${write('People')}</span><bdi>${longName}</bdi><span class="soft"><bdi>${longWord}</bdi></span></button></div>`,
  },
]

const listFigures = ({ write }: Writer): Sample[] => [
  {
    name: '.cards .waits',
    body: html`<ul class="cards"><li><a class="card waits" href="#end"><strong>1,204</strong><span>${longName}</span></a></li><li><a class="card" href="#end"><strong>0</strong><span>${write('Mails')}</span></a></li></ul>`,
  },
  {
    name: '.badge',
    body: html`<p>${tones.map((tone) => html`<span class="badge ${tone}">${write('Waiting')}</span> `)}</p>`,
  },
  {
    name: '.facts .hash .change',
    body: html`<dl class="facts"><div><dt>${write('Name')}</dt><dd>${longName}</dd></div><div><dt>${write('Last hash')}</dt><dd><code class="hash">9f86d081884c7d65…</code></dd></div></dl>
<p class="change"><code>name</code> <bdi>${longName}</bdi> → <bdi>${longWord}</bdi></p>`,
  },
  {
    name: '.table .opens .number .pages',
    body: html`<div class="table" role="region" aria-label="${write('People')}" tabindex="0"><table><thead><tr><th scope="col">${write('Name')}</th><th scope="col" class="number">${write('Amount')}</th><th scope="col">${write('Kind')}</th></tr></thead>
<tbody>${[longName, longWord, 'Ada'].map(
      (name) =>
        html`<tr class="opens" tabindex="0"><td data-name="${write('Name')}"><bdi>${name}</bdi></td><td class="number" data-name="${write('Amount')}">$1,290.00</td><td data-name="${write('Kind')}"><span class="badge good">${write('Waiting')}</span></td></tr>`,
    )}</tbody></table></div>
<nav class="pages" aria-label="${write('Pages')}"><button type="button" disabled>${write('Previous')}</button><span>1 / 2</span><button type="button">${write('Next')}</button></nav>`,
  },
  {
    name: '.charts .chart .legend .stroke',
    body: html`<section class="charts" aria-label="${write('Payments')}"><figure class="chart"><figcaption><h3>${write('Payments')}</h3>
<p class="legend">${[0, 1, 2, 3].map((index) => html`<span><i class="stroke-${index}"></i>${write('Total')} <b>${index}</b></span>`)}</p></figcaption>
<details><summary>${write('As a table')}</summary></details></figure></section>`,
  },
]

/** Returns all components of the console. */
export const listConsoleSamples = (writer: Writer): Sample[] => [
  ...listFrame(writer),
  ...listActs(writer),
  ...listFigures(writer),
]
