/** The HTML of the statistics of an exam, for those who manage it. */

import { type Html, html } from '#core/html.ts'
import { formatNumber } from '#language/formats.ts'
import type { ChoiceStatistics, Meta, QuestionStatistics } from '../contract.ts'
import type { Writer } from '../writer.ts'

interface Statistics {
  title: string
  exam: Meta<'GET /exams/{id}/statistics'>
  questions: readonly QuestionStatistics[]
}

/** What the API calculates figures of. */
const smallestSample = 5

const renderFact = (name: string, value: string | number): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** A length beside its number; the number says the same. */
const renderBar = (value: number, most: number): Html =>
  html`<meter min="0" max="${Math.max(1, most)}" value="${value}" aria-hidden="true"></meter>`

export function renderStatistics(writer: Writer, { title, exam, questions }: Statistics): Html {
  const { write } = writer
  const writePercent = (percent: number) => write('{percent} %', { percent: String(Math.round(percent)) })
  const { mean, median, median_seconds } = exam
  const facts =
    mean === null || median === null || median_seconds === null
      ? null
      : [
          renderFact(write('Mean score'), writePercent(mean)),
          renderFact(write('Median score'), writePercent(median)),
          renderFact(
            write('Median time'),
            write('{minutes} min', { minutes: String(Math.round(median_seconds / 60)) }),
          ),
        ]
  return html`<section class="card"><h2><bdi>${title}</bdi></h2>
<dl>
${renderFact(write('Attempts'), exam.attempts)}
${facts}
</dl>
${facts === null ? html`<p class="soft">${write('Figures of fewer than {least} attempts are not shown.', { least: String(smallestSample) })}</p>` : null}
</section>
${exam.distribution === null ? null : renderDistribution(writer, exam.distribution)}
${questions.map((question) => renderQuestion(writer, question))}`
}

const renderDistribution = ({ write }: Writer, counts: readonly number[]): Html =>
  html`<section class="card"><h2>${write('Scores')}</h2>
<table class="items bars"><tbody>${counts.map(
    (count, tenth) =>
      html`<tr><th scope="row">${write('{from} to {to} %', { from: String(tenth * 10), to: String(tenth === 9 ? 100 : tenth * 10 + 9) })}</th>
<td>${renderBar(count, Math.max(...counts))}</td><td class="number">${count}</td></tr>`,
  )}</tbody></table>
</section>`

function renderQuestion({ write, wording }: Writer, question: QuestionStatistics): Html {
  const { n, difficulty, discrimination, unanswered, choices } = question
  return html`<section class="card"><h2 class="text">${question.question}</h2>
<dl>
${renderFact(write('Attempts'), n)}
${difficulty === null ? null : renderFact(write('Share of the points'), write('{percent} %', { percent: String(Math.round(difficulty * 100)) }))}
${discrimination === null ? null : renderFact(write('Discrimination'), formatNumber(discrimination, wording, 2))}
${unanswered === null ? null : renderFact(write('Unanswered'), unanswered)}
</dl>
${discrimination !== null && discrimination < 0 ? html`<p class="alert">${write('Who did well otherwise did worse here. Is the right answer right?')}</p>` : null}
${choices === null || choices.length === 0 ? null : renderChoices({ write }, choices, n)}
</section>`
}

const renderChoices = ({ write }: Pick<Writer, 'write'>, choices: readonly ChoiceStatistics[], n: number): Html =>
  html`<table class="items bars"><tbody>${choices.map(
    ({ option, chosen, right }) =>
      html`<tr><th scope="row"><bdi>${option}</bdi>${right ? html` <strong>· ${write('Right')}</strong>` : null}</th>
<td>${renderBar(chosen, n)}</td><td class="number">${chosen}</td></tr>`,
  )}</tbody></table>`
