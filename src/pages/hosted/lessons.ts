/** The HTML of a lesson. */

import { isPictureName } from '#core/file-name.ts'
import { type Fragment, type Html, html, markTrusted } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { Lesson, WholeLesson } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { describeMinutes } from './courses.ts'
import { renderForm } from './pages.ts'

interface LessonPage {
  lesson: WholeLesson
  course: { id: number; title: string; enrolled: boolean }
  /** The lessons of the course, in their order. */
  lessons: readonly Lesson[]
  base: string
  /** The addresses of files of this service begin with it. */
  ownFiles: string
}

/** Renders a lesson, with the way to mark it as done and the ways to its neighbours. */
export function renderLesson(writer: Writer, page: LessonPage): Html {
  const { lesson, course, base, ownFiles } = page
  const { title, description, video_url, content_url, content_html } = lesson
  return html`<p><a href="${base}/app/courses/${course.id}"><bdi>${course.title}</bdi></a></p>
<p class="soft">${describeMinutes(writer, lesson.duration_minutes)}</p>
${description !== '' && html`<p class="lede text" dir="auto">${description}</p>`}
${lesson.unlocked ? null : renderLock(writer, lesson)}
${[video_url, content_url].map((address) => address !== null && renderMedium(writer, { address, title, ownFiles }))}
<div class="prose" dir="auto">${markTrusted(content_html)}</div>
${lesson.exam_id !== null && html`<p><a href="${base}/app/exams/${lesson.exam_id}">${writer.write('Go to the exam of this lesson')}</a></p>`}
${course.enrolled && lesson.unlocked && renderCompletion(writer, lesson)}
${renderNeighbours(writer, page)}`
}

const renderLock = ({ write, wording }: Writer, { available_at }: WholeLesson): Html =>
  html`<p class="alert">${write('This lesson is locked; complete the lessons before it first.')}${
    available_at !== null && html` ${write('Opens on {day}', { day: { verbatim: formatDay(available_at, wording) } })}`
  }</p>`

interface Medium {
  address: string
  title: string
  ownFiles: string
}

/** A film or a recording of this service is played; all else is a link. */
function renderMedium({ write }: Writer, { address, title, ownFiles }: Medium): Html {
  const [, ending = ''] = /\.(\w+)$/.exec(address) ?? []
  const isOwn = address.startsWith(ownFiles)
  if (isOwn && ['mp4', 'webm'].includes(ending))
    return html`<video controls preload="none" src="${address}" aria-label="${title}"></video>`
  if (isOwn && ['mp3', 'ogg', 'wav', 'm4a'].includes(ending))
    return html`<audio controls preload="none" src="${address}" aria-label="${title}"></audio>`
  if (isOwn && isPictureName(address)) return html`<img src="${address}" alt="">`
  return html`<p class="card"><a href="${address}" rel="noreferrer">${write('Open the material of this lesson')}</a> <span class="soft"><bdi>${new URL(address).host}</bdi></span></p>`
}

const renderAct = (writer: Writer, act: string, button: Parameters<typeof renderForm>[1]['button'], isQuiet = false) =>
  renderForm(writer, { hidden: { act }, button, isQuiet })

/** What a lesson is completed by decides which button it has. */
function renderCompletion(writer: Writer, { completed, completion: { rule } }: WholeLesson): Fragment {
  const { write } = writer
  const done = completed && html`<p class="alert" role="status">${write('You have done this lesson.')}</p>`
  if (rule === 'marked')
    return [
      done,
      renderAct(writer, completed ? 'undo' : 'done', completed ? 'Mark as not done' : 'Mark as done', completed),
    ]
  if (rule === 'watched' && !completed) return renderAct(writer, 'watched', 'I have watched it to the end')
  if (rule === 'passed' && !completed) return html`<p>${write('It is done when you pass its exam.')}</p>`
  return done
}

function renderNeighbours({ write }: Writer, { lesson, course, lessons, base }: LessonPage): Html | null {
  const index = lessons.findIndex(({ id }) => id === lesson.id)
  const render = (one: Lesson | undefined, rel: 'prev' | 'next') =>
    one &&
    html`<span>${write(rel === 'prev' ? 'Previous' : 'Next')}: ${
      one.unlocked
        ? html`<a rel="${rel}" href="${base}/app/courses/${course.id}/lessons/${one.id}"><bdi>${one.title}</bdi></a>`
        : html`<bdi>${one.title}</bdi> (${write('Locked')})`
    }</span> `
  return html`<nav class="pages" aria-label="${write('Lessons')}">${render(lessons[index - 1], 'prev')}${render(lessons[index + 1], 'next')}</nav>`
}
