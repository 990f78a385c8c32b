import { sql } from 'kysely'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { creditNoteRecord } from './credit-note-record.ts'

type NewCreditNote = Omit<NewRowOf<typeof creditNoteRecord>, 'created_at'> & { now: string }

const selectNotes = (q: Builder) =>
  q
    .selectFrom('credit_notes')
    .innerJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
    .select(creditNoteRecord.qualifiedColumns)
    .select([
      'invoices.number as invoice_number',
      'invoices.date as invoice_date',
      'invoices.currency',
      'invoices.title',
      'invoices.period_start',
      'invoices.period_end',
      'invoices.seller',
      'invoices.seller_address',
      'invoices.seller_tax_id',
      'invoices.buyer_name',
      'invoices.buyer_email',
      'invoices.buyer_address',
      'invoices.paid_with',
      'invoices.tax_name',
      'invoices.tax_rate',
      'invoices.tax_note',
    ])

export const creditNoteNumbers = {
  /** The row is locked until the end of the transaction, and a rollback returns the number, so there are no gaps. */
  next: prepare((q, p: { year: number }) =>
    q
      .insertInto('credit_note_numbers')
      .values({ year: p.year, last: 1 })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet({ last: sql<number>`credit_note_numbers.last + 1` }),
      )
      .returning('last'),
  ),
}

export const creditNotes = {
  add: prepare((q, p: NewCreditNote) =>
    q.insertInto('credit_notes').values(creditNoteRecord.newRow(p, { created_at: p.now })),
  ),

  ofRefund: prepare((q, p: { refund_id: number }) =>
    q.selectFrom('credit_notes').select(['number']).where('refund_id', '=', p.refund_id),
  ),

  /** The tax in the former credit notes of an invoice, without those whose money came back. */
  taxOfInvoice: prepare((q, p: { invoice_id: number }) =>
    q
      .selectFrom('credit_notes')
      .innerJoin('refunds', 'refunds.id', 'credit_notes.refund_id')
      .select(sql<number>`cast(coalesce(sum(credit_notes.tax_amount), 0) as bigint)`.as('total'))
      .where('credit_notes.invoice_id', '=', p.invoice_id)
      .where('refunds.status', '=', 'succeeded'),
  ),

  ofUser: prepareList((q, p: { user_id: number }) =>
    selectNotes(q).where('credit_notes.user_id', '=', p.user_id).orderBy('credit_notes.id', 'desc'),
  ),

  byNumber: prepare((q, p: { number: string }) => selectNotes(q).where('credit_notes.number', '=', p.number)),

  localeOfBuyer: prepare((q, p: { number: string }) =>
    q
      .selectFrom('credit_notes')
      .innerJoin('users', 'users.id', 'credit_notes.user_id')
      .select('users.locale')
      .where('number', '=', p.number),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectNotes(q).where('credit_notes.user_id', '=', p.user_id).orderBy('credit_notes.id'),
  ),
}
