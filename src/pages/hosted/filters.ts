/** Lists that are filtered by a form. */

import type { Fragment, Html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { buildFields, type Form, listFieldNames } from '../form-declaration.ts'
import type { Failure, Success } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { renderFilters } from './form-inputs.ts'
import { showFailure } from './object-routes.ts'
import { readFilters, readPage, renderPages } from './paging.ts'
import { writeRefusal } from './refusals.ts'
import { sendListPage, sendMediaPage, type Visit } from './visit.ts'

type Values = Record<string, string>

interface FilteredList<T> {
  heading: PlainTemplate
  /** What stands above the filters. */
  head?: Html
  /** From where it shows pictures. */
  sources?: string
  read(filters: Values, page: number): Promise<Success<T, { last_page: number }> | Failure>
  render(rows: T, filters: Values): Fragment
}

/** Sends a page of a list with the form by which it is filtered. */
export async function sendFilteredList<T>(here: Visit, form: Form, list: FilteredList<T>) {
  const { heading, head, read, render, sources = '' } = list
  const { request, frame, findBody } = here
  const filters = readFilters(request, listFieldNames(form))
  const page = readPage(request)
  const answer = await read(filters, page)
  const renderForm = (errors: Failure['errors']) => [
    head,
    renderFilters(frame.writer, form, findBody(form.operation), { values: filters, errors }),
  ]
  if (answer.ok)
    return sendMediaPage(here, {
      heading,
      content: [
        renderForm({}),
        render(answer.data, filters),
        renderPages(frame.writer, { page, lastPage: answer.meta.last_page, filters }),
      ],
      sources,
    })
  if (answer.status !== 422) return showFailure(here, answer)
  const fields = buildFields(form, findBody(form.operation), frame)
  const refused = writeRefusal(frame.writer, fields, answer)
  return sendListPage(
    here,
    heading,
    [renderFormAlert(frame.writer, refused, [...fields.keys()]), renderForm(refused.errors)],
    422,
  )
}
