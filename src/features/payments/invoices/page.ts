import { html } from '#core/html.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Invoice } from './service.ts'
import { createStatement } from './statement.ts'

/** The invoice as a page. */
export function renderInvoicePage(invoice: Invoice, base: string, pdfUrl: string): string {
  const { seller, buyer, facts, items, sums, note, isRefunded } = createStatement(invoice)
  const renderParty = (lines: string[]) => html`<address>${lines.map((line) => html`<bdi>${line}</bdi><br>`)}</address>`
  const body = html`<h1>Invoice ${invoice.number}</h1>
${isRefunded ? html`<p><strong>This payment was refunded.</strong></p>` : ''}
<section class="card">
<div class="columns">
<div><h2>Seller</h2>${renderParty(seller)}</div>
<div><h2>Billed to</h2>${renderParty(buyer)}</div>
</div>
<dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>
`,
  )}</dl>
</section>
<section class="card">
<table class="items">
<thead><tr><th scope="col">Description</th><th scope="col" class="number quantity">Quantity</th><th scope="col" class="number quantity">Price</th><th scope="col" class="number">Amount</th></tr></thead>
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
<p><a href="${pdfUrl}">Download as PDF</a></p>
</section>`
  return renderLayout({ title: `Invoice ${invoice.number}`, base, body })
}
