/** The HTML of job posts: the list with its filters, and one post. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { JobPost, MyMatch } from '../contract.ts'
import { employmentNames, formatSalary, listJobFacts } from '../job-facts.ts'
import type { Writer } from '../writer.ts'
import { type FormState, listChoices, renderCheckbox, renderSelect, renderTextField } from './fields.ts'
import { renderEmpty } from './pages.ts'

/** What a post asks for, and whether the visitor has it. */
export type JobRequirementMatch = MyMatch['requirements'][number]

const levelNames = {
  entry: 'Entry level',
  mid: 'Some years of experience',
  senior: 'Senior',
  lead: 'Lead',
} as const satisfies Record<string, PlainTemplate>

const sortNames = {
  '': 'Best first',
  recent: 'Newest first',
  deadline: 'Closing soon first',
  salary: 'Highest salary first',
} as const satisfies Record<string, PlainTemplate>

/** The fields of the list that a visitor filters by; the API checks them. */
export const jobFilters = [
  'search',
  'location',
  'employment_type',
  'experience_level',
  'skill',
  'min_salary',
  'remote',
  'sort',
] as const

/** Renders the form with the filters; those that few people use are folded until they are used. */
export function renderJobFilters(state: FormState): Html {
  const { writer, values } = state
  const { write } = writer
  const all = { value: '', text: write('Any') }
  const isUnfolded = jobFilters.slice(2).some((name) => values[name] !== undefined)
  return html`<form class="filters" method="get" role="search">
${renderTextField(state, { name: 'search', label: 'Words of the title or text', type: 'search', most: 200 })}
${renderTextField(state, { name: 'location', label: 'Place', most: 200 })}
<details${isUnfolded && html` open`}><summary>${write('More filters')}</summary>
<div class="filters">
${renderSelect(state, { name: 'employment_type', label: 'Employment', choices: [all, ...listChoices(writer, employmentNames)] })}
${renderSelect(state, { name: 'experience_level', label: 'Experience', choices: [all, ...listChoices(writer, levelNames)] })}
${renderTextField(state, { name: 'skill', label: 'Skill', most: 100 })}
${renderTextField(state, { name: 'min_salary', label: 'Lowest salary per year', type: 'number', most: 1_000_000_000_000 })}
${renderSelect(state, { name: 'sort', label: 'Order', choices: listChoices(writer, sortNames) })}
${renderCheckbox(state, { name: 'remote', label: 'Remote work' })}
</div></details>
<button>${write('Search')}</button>
</form>`
}

/** Renders a page of the posts. */
export const renderJobPosts = (writer: Writer, posts: readonly JobPost[], base: string): Html =>
  posts.length === 0
    ? renderEmpty({ base, writer }, 'No job fits. Try other words or fewer filters.')
    : html`<ul class="rows">${posts.map((post) => renderJobRow(writer, post, base))}</ul>`

function renderJobRow(writer: Writer, post: JobPost, base: string): Html {
  const { write, wording } = writer
  const facts = [
    write(employmentNames[post.employment_type]),
    post.remote ? write('Remote work') : '',
    formatSalary(post, writer),
    post.deadline === null ? '' : write('Apply until {day}', { day: { verbatim: formatDay(post.deadline, wording) } }),
  ].filter((fact) => fact !== '')
  return html`<li><h2><a href="${base}/app/job-posts/${post.id}"><bdi>${post.title}</bdi></a>${
    post.applied && html` <span class="tag">${write('Applied')}</span>`
  }</h2>
<p>${renderPlace(post)}</p>
<p class="soft">${isolateDirections(facts, ' · ')}</p></li>
`
}

const renderPlace = ({ company, location }: JobPost): Html =>
  isolateDirections(
    [company, location].filter((part) => part !== ''),
    ' · ',
  )

/** Renders a post with what it asks for. */
export function renderJobPost(
  writer: Writer,
  post: JobPost,
  requirements: readonly JobRequirementMatch[],
  base: string,
): Html {
  const { write } = writer
  return html`<p class="lede">${renderPlace(post)}</p>
<section class="card">
<dl>
${listJobFacts(post, writer).map(([name, value]) => html`<div><dt>${write(name)}</dt><dd>${value}</dd></div>\n`)}
</dl>
</section>
<section>
${post.description.split(/\n{2,}/).map((paragraph) => html`<p class="text" dir="auto">${paragraph}</p>\n`)}
</section>
${requirements.length === 0 ? null : renderRequirements(writer, requirements, base)}`
}

function renderRequirements({ write }: Writer, requirements: readonly JobRequirementMatch[], base: string): Html {
  const renderTitle = ({ exam_id, course_id, title }: JobRequirementMatch): Html => {
    if (exam_id !== null) return html`<a href="${base}/app/exams/${exam_id}"><bdi>${title}</bdi></a>`
    return course_id === null
      ? html`<bdi>${title}</bdi>`
      : html`<a href="${base}/app/courses/${course_id}"><bdi>${title}</bdi></a>`
  }
  return html`<section class="card"><h2>${write('What the job asks for')}</h2>
<ul>${requirements.map(
    (one) =>
      html`<li>${renderTitle(one)}: ${write(one.met ? 'You have it.' : 'You do not have it yet.')}${
        !one.required && html` ${write('It is not a must.')}`
      }</li>`,
  )}</ul></section>`
}
