/** How long the first page of 10,000 ranked applicants takes, among 100,000 people who have passed five exams each. */

import { DatabaseSync } from 'node:sqlite'
import { getDatabasePath } from '#database/index.ts'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import { formatMilliseconds, getMedian, getPercentile, printTable } from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const people = 100_000
const applicants = 10_000
const exams = 200
const passesEach = 5
/** Of the post; each is proven by the exam with its number. */
const skills = [1, 14, 27, 40, 53, 66, 79, 92]

const now = '2026-01-01T00:00:00.000Z'
const count = (name: string, total: number) =>
  `with recursive ${name}(n) as (select 1 union all select n + 1 from ${name} where n < ${total})`

/** The exam that a person passes as the k-th, and the score. */
const exam = `(p.n * 7 + k.n * 13) % ${exams} + 1`
const score = '50 + (p.n * 31 + k.n * 17) % 51'
const passes = `with recursive p(n) as (select 3 union all select n + 1 from p where n < ${people}),
  k(n) as (select 1 union all select n + 1 from k where n < ${passesEach})`

/** The recruiter is user 1, and user 2 is an administrator who has written the exams. */
const fill = `
  update users set role = 'recruiter' where id = 1;
  update users set role = 'admin' where id = 2;
  insert into exams (id, user_id, title, description, instructions, category, category_key, duration_minutes,
    passing_score, max_attempts, available_from, closes_at, shuffle, certificate_enabled, on_expiry,
    publication_status, skills, created_at, updated_at)
  ${count('e', exams)} select n, 2, 'Exam ' || n, '', '', '', '', 60, 50, 3, '${now}', '9999-12-31T23:59:59.999Z', true, true,
    'grade', 'published', '["Skill ' || n || '"]', '${now}', '${now}' from e;
  insert into exam_skills (term, item_id) ${count('e', exams)} select 'skill ' || n, n from e;
  insert or ignore into exam_standings (user_id, exam_id, attempts_made, attempts_used, passed)
    ${passes} select p.n, ${exam}, 1, 1, true from p, k;
  insert or ignore into exam_attempts (exam_id, user_id, number, status, paper, passing_score, on_expiry, started_at,
    expires_at, submitted_at, answered, correct, score, passed)
    ${passes} select ${exam}, p.n, 1, 'submitted', '[]', 50, 'grade', '${now}', '${now}', '${now}', 5, 5, ${score}, true from p, k;
  insert or ignore into skill_strengths (user_id, skill_key, strength)
    ${passes} select p.n, 'skill ' || (${exam}), 50 + (${score}) / 2 from p, k;
  insert into job_posts (id, user_id, title, description, company, location, remote, employment_type, experience_level,
    skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at, updated_at,
    candidates_numbered)
  values (1, 1, 'Botanist', 'Plants.', '', '', false, 'full_time', 'mid', '${JSON.stringify(skills.map((one) => `Skill ${one}`))}',
    0, 0, 'USD', 'open', '[]', 'botanist', 0, '9999-12-31T23:59:59.999Z', '${now}', '${now}', ${applicants});
  insert into job_post_skills (job_post_id, skill_key, share)
    select 1, 'skill ' || value, ${Math.floor(100 / skills.length)} from json_each('${JSON.stringify(skills)}');
  insert into job_applications (job_post_id, user_id, first_name, last_name, email, phone, cover_letter, experience_level,
    notice_period, remote_interested, additional_answers, consent_data, consent_marketing, status, search_key,
    applied_at, updated_at, candidate_number)
  ${count('a', applicants)} select 1, n * ${people / applicants}, 'Person', n, 'person' || n || '@example.org', '', '${'x'.repeat(1_500)}',
    '', '', false, '[]', true, false, iif(n % 4 = 0, 'reviewing', 'applied'), 'person ' || n || ' person' || n || '@example.org',
    '${now}', '${now}', n from a;
  insert into job_application_counts (job_post_id, status, total)
    select 1, status, count(*) from job_applications group by status;
  delete from changed_objects;
  analyze`

const operations = [
  ['newest first', ''],
  ['sort=evidence', 'sort=evidence'],
  ['… page 100', 'sort=evidence&page=100'],
  ['… status=reviewing', 'sort=evidence&status=reviewing'],
  ['… search=person1', 'sort=evidence&search=person1'],
] as const

const warmUp = 20
const samples = 200

export const ranking: Part = {
  name: 'ranking',
  about: 'the first page of 10,000 applicants, ranked by what they have proven at this moment',
  async run({ folder }) {
    const dataDir = createFolder(folder, 'ranking')
    await prepareData(dataDir, { users: people, owners: 1, notifications: 1 })
    const db = new DatabaseSync(getDatabasePath(dataDir))
    db.exec('pragma synchronous = off')
    db.exec(fill)
    db.close()
    const server = await startService({ dataDir })
    try {
      const rows: string[][] = []
      for (const [name, query] of operations) rows.push([name, ...(await measure(server, query))])
      printTable(
        `GET /job-posts/{id}/applicants, ${applicants.toLocaleString('en')} of them, one request at a time`,
        ['', 'median', 'p95', 'longest delay of the event loop'],
        rows,
      )
    } finally {
      await server.stop()
    }
  },
}

async function measure(server: Server, query: string): Promise<string[]> {
  const times: number[] = []
  for (let one = 0; one < warmUp + samples; one++) {
    if (one === warmUp) await server.observe()
    const begin = performance.now()
    const response = await fetch(`${server.url}/job-posts/1/applicants?${query}`, {
      headers: { authorization: `Bearer ${getToken(1)}` },
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`It answered ${response.status}: ${body}`)
    if (one >= warmUp) times.push(performance.now() - begin)
  }
  const { longestDelay } = await server.observe()
  return [getMedian(times), getPercentile(times, 95), longestDelay].map(formatMilliseconds)
}
