import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

interface NewRequest {
  id: number
  requested_until: string
  requested_by: number
  request_ends_at: string
  now: string
}

/** The values without an open request. */
export const noRequest = { requested_until: null, requested_by: null, request_ends_at: null }

/** Requests for a later end of a consent. */
export const extensionRequests = {
  /** Asks for a later end. Changes nothing while another such request is open. */
  add: prepare((q, p: NewRequest) =>
    q
      .updateTable('talent_pool_entries')
      .set({
        requested_until: p.requested_until,
        requested_by: p.requested_by,
        request_ends_at: p.request_ends_at,
        updated_at: p.now,
      })
      .where('id', '=', p.id)
      .where('status', '=', sql.lit('consented'))
      .where('ends_at', '>', p.now)
      .where((eb) => eb.or([eb('request_ends_at', 'is', null), eb('request_ends_at', '<=', p.now)])),
  ),

  /** Moves the end to the one that the person has agreed to, while the request for it is open. */
  accept: prepare((q, p: { id: number; consent_until: string; now: string }) =>
    q
      .updateTable('talent_pool_entries')
      .set({
        consent_until: p.consent_until,
        ends_at: p.consent_until,
        consented_at: p.now,
        ...noRequest,
        updated_at: p.now,
      })
      .where('id', '=', p.id)
      .where('status', '=', sql.lit('consented'))
      .where('requested_until', '=', p.consent_until)
      .where('request_ends_at', '>', p.now)
      .where('ends_at', '>', p.now),
  ),

  /** Ends an open request for a later end without a change of the end. */
  refuse: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('talent_pool_entries')
      .set({ ...noRequest, updated_at: p.now })
      .where('id', '=', p.id)
      .where('request_ends_at', '>', p.now),
  ),
}
