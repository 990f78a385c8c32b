/** Reads one question so that a mistake in it refuses this question only, and completes what its format does not say. */

import { findMistake } from './mistakes.ts'
import { limits, type Question } from './question.ts'
import { createLoss, type Reason, Refusal } from './reasons.ts'

export type Verdict = 'imported' | 'changed' | 'refused'

export interface Item {
  /** Where the question is: the number of a line or row, or the identifier of an item; in an archive after the path of its file. */
  place: string
  title: string
  /** `changed` when something was left out, `refused` when there is no question. */
  verdict: Verdict
  /** What was left out, or why the question is refused; empty for `imported`. */
  reasons: Reason[]
  question: Question | null
}

/** What a format says of a question. */
export type Draft = Pick<Question, 'type' | 'question'> & Partial<Question>

/** Collects what is left out of one question. */
export class Losses {
  readonly #losses = new Map<string, Reason>()

  /** Names of elements are joined in one sentence. */
  readonly note = (loss: Reason) => {
    const known = this.#losses.get(loss.template)
    const { elements } = loss.values
    if (known === undefined || elements === undefined) {
      const key = elements === undefined ? `${loss.template} ${JSON.stringify(loss.values)}` : loss.template
      this.#losses.set(key, loss)
      return
    }
    const names = new Set([...String(known.values.elements).split(', '), String(elements)])
    this.#losses.set(loss.template, createLoss('elements', { elements: [...names].join(', ') }))
  }

  get reasons(): Reason[] {
    return [...this.#losses.values()]
  }
}

interface ItemSource {
  place: string
  title?: string
}

/** Returns the question that `read` returns, with what it noted; a `Refusal` that it throws refuses the question. */
export function readItem({ place, title = '' }: ItemSource, read: (losses: Losses) => Draft): Item {
  const losses = new Losses()
  const label = shortenTitle(title, losses)
  try {
    const question = completeDraft({ title: label, ...read(losses) }, losses)
    const mistake = findMistake(question)
    if (mistake !== null) throw mistake
    const { reasons } = losses
    return { place, title: label, verdict: reasons.length === 0 ? 'imported' : 'changed', reasons, question }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { place, title: label, verdict: 'refused', reasons: [error.reason], question: null }
  }
}

function shortenTitle(title: string, losses: Losses): string {
  const line = title.replace(/\s+/g, ' ').trim()
  if (line.length <= limits.titleCharacters) return line
  losses.note(createLoss('title'))
  return `${line.slice(0, limits.titleCharacters - 1).toWellFormed()}…`
}

function completeDraft(draft: Draft & { title: string }, losses: Losses): Question {
  return {
    ...draft,
    question: draft.question.trim(),
    points: completePoints(draft.points ?? 1, losses),
    options: draft.options ?? [],
    correct_answer: draft.correct_answer ?? null,
    tolerance: draft.tolerance ?? 0,
    pairs: draft.pairs ?? [],
    max_words: draft.max_words ?? null,
    rubric: draft.rubric ?? [],
    void: draft.void ?? false,
    explanation: shortenText(draft.explanation?.trim() ?? '', losses, 'explanation'),
    option_feedback: completeFeedback(draft.option_feedback ?? {}, losses),
    tags: completeTags(draft.tags ?? [], losses),
    difficulty: draft.difficulty ?? null,
  }
}

/** Points are whole numbers from 1. */
function completePoints(input: number, losses: Losses): number {
  const points = Number.isFinite(input) ? Math.min(limits.points, Math.max(1, Math.round(input))) : 1
  if (points !== input) losses.note(createLoss('points', { given: input, now: points }))
  return points
}

function shortenText(text: string, losses: Losses, name: 'explanation' | 'optionFeedback'): string {
  const limit = name === 'explanation' ? limits.explanationCharacters : limits.feedbackCharacters
  if (text.length <= limit) return text
  losses.note(createLoss(name, { limit }))
  return `${text.slice(0, limit - 1).toWellFormed()}…`
}

const completeFeedback = (feedback: Readonly<Record<string, string>>, losses: Losses) =>
  Object.fromEntries(
    Object.entries(feedback)
      .map(([option, text]) => [option, shortenText(text.trim(), losses, 'optionFeedback')] as const)
      .filter(([, text]) => text !== ''),
  )

/** Tags are single lines; each is there once. */
function completeTags(input: readonly string[], losses: Losses): string[] {
  const lines = input.map((tag) => tag.replace(/\s+/g, ' ').trim()).filter((tag) => tag !== '')
  const tags = [...new Set(lines.map((tag) => tag.slice(0, limits.tagCharacters).toWellFormed().trim()))].slice(
    0,
    limits.tags,
  )
  const isWhole = tags.length === new Set(lines).size && lines.every((tag) => tag.length <= limits.tagCharacters)
  if (!isWhole) losses.note(createLoss('tags', { limit: limits.tags }))
  return tags
}
