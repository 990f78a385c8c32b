import { type Html, html, markTrusted, renderHtml } from '#core/html.ts'
import { isRightToLeft } from '#language/languages.ts'
import type { Writer } from '#pages/writer.ts'

const styles = markTrusted(`<style>
:root { color-scheme: light dark; --ground: #f6f7f9; --surface: #fff; --line: #dde1e8; --ink: #1b2230;
  --soft: #566072; --accent: #2f49b8; --code: #eef0f5; }
@media (prefers-color-scheme: dark) { :root { --ground: #11141a; --surface: #191e27; --line: #2d3441;
  --ink: #e8ebf1; --soft: #a4aebe; --accent: #a5b7ff; --code: #222936; } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1.0625rem/1.65 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif; }
main, header, footer { max-width: 46rem; margin-inline: auto; padding: 1.25rem clamp(1rem, 4vw, 2.5rem); }
header { padding-bottom: 0; } footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem;
  padding-bottom: 4rem; }
h1 { margin: .25rem 0 .75rem; font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.2; text-wrap: balance; }
h1 ~ h1 { font-size: 1.6rem; margin-top: 2rem; }
h2, h3 { line-height: 1.3; margin: 2rem 0 .5rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: .3rem; }
.soft, .remote { color: var(--soft); } .lede { font-size: 1.15rem; color: var(--soft); white-space: pre-line; }
.lessons { list-style: none; margin: 2rem 0; padding: 0; border: 1px solid var(--line); border-radius: .9rem;
  background: var(--surface); }
.lessons li + li { border-top: 1px solid var(--line); }
.lessons a { display: flex; gap: 1rem; padding: .9rem 1.25rem; color: inherit; text-decoration: none; }
.lessons a:hover strong { color: var(--accent); }
.lessons span { color: var(--soft); font-variant-numeric: tabular-nums; } .lessons strong { flex: 1; }
img, video { display: block; max-width: 100%; height: auto; margin: 1.25rem 0; border-radius: .6rem; }
video { width: 100%; background: #000; } audio { width: 100%; }
.file { padding: .9rem 1.25rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--surface); }
code { background: var(--code); border-radius: .3rem; padding: .1em .35em; font-size: .9em; }
pre { overflow-x: auto; padding: 1rem; background: var(--code); border-radius: .6rem; line-height: 1.5; }
pre code { padding: 0; background: none; }
blockquote { margin: 1.25rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .4rem .8rem; border: 1px solid var(--line); text-align: start; }
</style>`)

/** No scripts, and nothing is loaded except files of the archive. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src file: 'self' data:; media-src file: 'self'"

const page = ({ wording: { language } }: Writer, title: string, header: Html, body: Html) =>
  renderHtml(html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styles}
</head>
<body>
${header}
${body}
</body>
</html>
`)

export interface CoursePage {
  title: string
  description: string
  instructor: string
}

export interface OutlineEntry {
  order: number
  title: string
  duration_minutes: number
  /** The path in the archive. */
  page: string
}

const formatMinutes = ({ write }: Writer, minutes: number) => (minutes === 0 ? '' : write('{minutes} min', { minutes }))

/** Renders the start page of the archive. */
export const renderIndexPage = (writer: Writer, course: CoursePage, outline: readonly OutlineEntry[]) =>
  page(
    writer,
    course.title,
    html`<header class="soft">${writer.writeHtml('A course by {instructor}', { instructor: course.instructor })}</header>`,
    html`<main dir="auto">
<h1>${course.title}</h1>
<p class="lede">${course.description}</p>
<ol class="lessons">
${outline.map(
  (
    lesson,
  ) => html`<li><a href="${lesson.page}"><span>${lesson.order}</span><strong dir="auto">${lesson.title}</strong><span>${formatMinutes(writer, lesson.duration_minutes)}</span></a></li>
`,
)}</ol>
</main>`,
  )

export interface Medium {
  /** Relative to the page; null for media on other sites. */
  local: string | null
  address: string
  /** The original file name of a stored file. */
  filename: string
  mime_type: string
}

function renderMedium({ writeHtml }: Writer, { local, address, filename, mime_type }: Medium): Html {
  if (local === null)
    return html`<p class="file">${writeHtml('Online only: {address}', { address: html`<a href="${address}" rel="noreferrer">${address}</a>` })}</p>`
  if (mime_type.startsWith('video/')) return html`<video controls preload="metadata" src="${local}"></video>`
  if (mime_type.startsWith('audio/')) return html`<audio controls preload="metadata" src="${local}"></audio>`
  if (mime_type.startsWith('image/')) return html`<img src="${local}" alt="${filename}">`
  return html`<p class="file"><a href="${local}">${filename}</a></p>`
}

export interface LessonPage {
  title: string
  description: string
  content: Html
  media: readonly Medium[]
  previous: OutlineEntry | undefined
  next: OutlineEntry | undefined
}

/** Renders a lesson. */
export const renderLessonPage = (
  writer: Writer,
  course: CoursePage,
  { title, description, content, media, ...lesson }: LessonPage,
) =>
  page(
    writer,
    `${title} – ${course.title}`,
    html`<header><a href="../index.html">${course.title}</a></header>`,
    html`<main dir="auto">
<h1>${title}</h1>
${description !== '' && html`<p class="lede">${description}</p>`}
${media.map((medium) => renderMedium(writer, medium))}
${content}
</main>
<footer>
<span>${lesson.previous && html`← <a href="../${lesson.previous.page}" rel="prev">${lesson.previous.title}</a>`}</span>
<span>${lesson.next && html`<a href="../${lesson.next.page}" rel="next">${lesson.next.title}</a> →`}</span>
</footer>`,
  )
