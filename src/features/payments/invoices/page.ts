import { html } from '#core/html.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import type { Statement } from './statement.ts'

interface Addresses {
  base: string
  pdfUrl: string
}

/** An invoice or a credit note as a page. */
export function renderStatementPage(writer: Writer, statement: Statement, { base, pdfUrl }: Addresses): string {
  const { write } = writer
  const { title, remark, seller, buyer, facts, items, sums, note } = statement
  const renderParty = (lines: string[]) => html`<address>${lines.map((line) => html`<bdi>${line}</bdi><br>`)}</address>`
  const body = html`<h1>${title}</h1>
${remark === '' ? '' : html`<p><strong>${remark}</strong></p>`}
<section class="card">
<div class="columns">
<div><h2>${write('Seller')}</h2>${renderParty(seller)}</div>
<div><h2>${write('Billed to')}</h2>${renderParty(buyer)}</div>
</div>
<dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>
`,
  )}</dl>
</section>
<section class="card">
<table class="items">
<thead><tr><th scope="col">${write('Description')}</th><th scope="col" class="number quantity">${write('Quantity')}</th><th scope="col" class="number quantity">${write('Price')}</th><th scope="col" class="number">${write('Amount')}</th></tr></thead>
<tbody>${items.map(
    ({ description, period, quantity, price, amount }) =>
      html`<tr><td><bdi>${description}</bdi>${period === '' ? '' : html`<br><small>${period}</small>`}</td><td class="number quantity">${quantity}</td><td class="number quantity">${price}</td><td class="number">${amount}</td></tr>
`,
  )}</tbody>
<tfoot>${sums.map(
    (
      [name, value],
      index,
    ) => html`<tr><th scope="row" class="number">${name}</th><td class="quantity"></td><td class="quantity"></td><td class="number">${index === sums.length - 1 ? html`<strong>${value}</strong>` : value}</td></tr>
`,
  )}</tfoot>
</table>
${note === '' ? '' : html`<p><small>${note}</small></p>`}
<p class="on-screen"><a href="${pdfUrl}">${write('Download as PDF')}</a></p>
</section>`
  return renderLayout({ writer, title, base, body })
}
