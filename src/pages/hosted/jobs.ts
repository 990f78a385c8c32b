/** The HTML of job posts: the list with its filters, and one post. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { JobPost, MyMatch } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import { employmentNames, formatSalary, type JobFacts, listJobFacts } from '../job-facts.ts'
import { renderLogo } from '../logos.ts'
import { renderParagraphs } from '../parts.ts'
import type { Writer } from '../writer.ts'
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

/** The filters of the list; those that few people use are folded until they are used. */
export const jobFilters = defineForm('GET /job-posts', {
  groups: [
    'search',
    'location',
    'sort',
    {
      title: 'More filters',
      isFolded: true,
      fields: [['employment_type', 'experience_level', 'skill', 'min_salary', 'remote']],
    },
  ],
  widgets: {
    search: { label: 'Words of the title or text' },
    employment_type: { label: 'Employment', choices: employmentNames },
    experience_level: { label: 'Experience', choices: levelNames },
    min_salary: { label: 'Lowest salary per year' },
    sort: { label: 'Order', choices: sortNames },
    remote: { label: 'Remote work' },
  },
  leftOut: {
    status: 'Only open posts are listed.',
    recruiter_id: 'Programs ask for the posts of one person.',
    company_id: 'The page of a company leads to its posts.',
    mine: 'They have a page of their own.',
    fit: 'Programs ask for what fits a person.',
  },
})

/** What the form keeps without a field: whose jobs the list has, and that it stands in a frame. */
export const keptFilters = ['company_id', 'embed'] as const

/** What the list shows of a post. */
type ListedPost = JobFacts &
  Pick<JobPost, 'id' | 'title' | 'company' | 'company_logo' | 'location'> & { applied?: boolean | undefined }

interface PostList {
  posts: readonly ListedPost[]
  /** The path of the pages of the posts, with the base path. */
  path: string
  /** Whether the list stands in a frame of another site, so that links open a new window. */
  isEmbedded?: boolean
}

/** Renders a page of the posts. */
export const renderJobPosts = (writer: Writer, list: PostList): Html =>
  list.posts.length === 0
    ? renderEmpty({ base: '', writer }, 'No job fits. Try other words or fewer filters.')
    : html`<ul class="rows">${list.posts.map((post) => renderJobRow(writer, post, list))}</ul>`

function renderJobRow(writer: Writer, post: ListedPost, { path, isEmbedded = false }: PostList): Html {
  const { write, wording } = writer
  const facts = [
    write(employmentNames[post.employment_type]),
    post.remote ? write('Remote work') : '',
    formatSalary(post, writer),
    write('Posted on {day}', { day: { verbatim: formatDay(post.created_at, wording) } }),
    post.deadline === null ? '' : write('Apply until {day}', { day: { verbatim: formatDay(post.deadline, wording) } }),
  ].filter((fact) => fact !== '')
  return html`<li class="pictured">${renderLogo(writer, { name: post.company || post.title, logo: post.company_logo })}
<div><h2><a href="${path}/${post.id}"${isEmbedded && html` target="_blank" rel="noopener"`}><bdi>${post.title}</bdi></a>${
    post.applied && html` <span class="tag">${write('Applied')}</span>`
  }</h2>
<p>${renderPlace(post)}</p>
<p class="soft">${isolateDirections(facts, ' · ')}</p></div></li>
`
}

const renderPlace = ({ company, location }: Pick<JobPost, 'company' | 'location'>): Html =>
  isolateDirections(
    [company, location].filter((part) => part !== ''),
    ' · ',
  )

/** Renders the company of a post and the place, with the logo where there is one. */
export function renderEmployer(writer: Writer, post: Pick<JobPost, 'company' | 'company_logo' | 'location'>): Html {
  const place = html`<p class="lede">${renderPlace(post)}</p>`
  return post.company_logo === null
    ? place
    : html`<div class="pictured">${renderLogo(writer, { name: post.company, logo: post.company_logo })}${place}</div>`
}

/** Renders a post with what it asks for. */
export function renderJobPost(
  writer: Writer,
  post: JobPost,
  requirements: readonly JobRequirementMatch[],
  base: string,
): Html {
  const { write } = writer
  return html`${renderEmployer(writer, post)}
<section class="card">
<dl>
${listJobFacts(post, writer).map(([name, value]) => html`<div><dt>${write(name)}</dt><dd>${value}</dd></div>\n`)}
</dl>
</section>
<section>
${renderParagraphs(post.description)}
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
