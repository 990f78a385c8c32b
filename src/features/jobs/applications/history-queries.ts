import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { ApplicationStatus } from '#database/tables/jobs.ts'

interface Person {
  id: number
  name: string
}

export const applicationChanges = {
  add: prepare(
    (
      q,
      p: {
        application_id: number
        changed_by: number
        from: ApplicationStatus
        to: ApplicationStatus
        now: string
      },
    ) =>
      q
        .insertInto('job_application_changes')
        .values({
          application_id: p.application_id,
          changed_by: p.changed_by,
          from_status: p.from,
          to_status: p.to,
          changed_at: p.now,
        })
        .returning('id'),
  ),

  newest: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('job_application_changes')
      .select('id')
      .where('application_id', '=', p.application_id)
      .orderBy('id', 'desc')
      .limit(1),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q.selectFrom('job_application_changes').select(measureRows()).where('application_id', '=', p.application_id),
  ),

  of: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('job_application_changes')
      .innerJoin('users', 'users.id', 'job_application_changes.changed_by')
      .select(['from_status as from', 'to_status as to', 'changed_at'])
      .select((eb) => jsonObject<Person>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('changed_by'))
      .where('application_id', '=', p.application_id)
      .orderBy('job_application_changes.id'),
  ),
}

/** Which reviewers were shown the identity of a blind candidate. */
export const identityDisclosures = {
  add: prepare((q, p: { application_id: number; user_id: number; reason: string; now: string }) =>
    q.insertInto('identity_disclosures').values({
      application_id: p.application_id,
      user_id: p.user_id,
      reason: p.reason,
      disclosed_at: p.now,
    }),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q.selectFrom('identity_disclosures').select(measureRows('reason')).where('application_id', '=', p.application_id),
  ),

  of: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('identity_disclosures')
      .innerJoin('users', 'users.id', 'identity_disclosures.user_id')
      .select(['reason', 'disclosed_at'])
      .select((eb) => jsonObject<Person>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('disclosed_to'))
      .where('application_id', '=', p.application_id)
      .orderBy('identity_disclosures.id'),
  ),
}

export const resumeDownloads = {
  add: prepare((q, p: { application_id: number; downloaded_by: number; now: string }) =>
    q.insertInto('resume_downloads').values({
      application_id: p.application_id,
      downloaded_by: p.downloaded_by,
      downloaded_at: p.now,
    }),
  ),

  /** A download of the user since the time. */
  since: prepare((q, p: { application_id: number; downloaded_by: number; since: string }) =>
    q
      .selectFrom('resume_downloads')
      .select('id')
      .where('application_id', '=', p.application_id)
      .where('downloaded_by', '=', p.downloaded_by)
      .where('downloaded_at', '>', p.since)
      .limit(1),
  ),

  listLatest: prepare((q, p: { application_id: number; most: number }) =>
    q
      .selectFrom('resume_downloads')
      .innerJoin('users', 'users.id', 'resume_downloads.downloaded_by')
      .select('downloaded_at')
      .select((eb) => jsonObject<Person>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('downloaded_by'))
      .where('application_id', '=', p.application_id)
      .orderBy('resume_downloads.id', 'desc')
      .limit(p.most),
  ),
}
