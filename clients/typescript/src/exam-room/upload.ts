/** The field for answers that are files. */

import { isProblem } from '../problems.ts'
import { create } from './dom.ts'
import type { Field } from './field.ts'

/** The service accepts as many for one answer. */
const maxFiles = 10

/** A list of the uploaded files, and a field that uploads more. */
export function createUpload(field: Field): HTMLElement {
  const { write } = field
  const ids = Array.isArray(field.answer) ? field.answer.map(Number) : []
  const list = create('ul', { class: 'options', 'aria-labelledby': field.labelId })
  const state = create('p', { role: 'status', class: 'soft' })
  const store = () => {
    show()
    field.change(ids.length === 0 ? null : [...ids])
  }
  const remove = (id: number) => {
    ids.splice(ids.indexOf(id), 1)
    store()
    input.focus()
  }
  const show = () => list.replaceChildren(...ids.map((id) => createEntry(field, id, () => remove(id))))
  const input = create('input', {
    type: 'file',
    multiple: true,
    'aria-labelledby': field.labelId,
    'aria-describedby': field.complaintId,
    onchange: async () => {
      const files = [...(input.files ?? [])]
      input.disabled = true
      state.textContent = write('Uploading…')
      await uploadAll(field, files, ids, store)
      state.textContent = ''
      input.value = ''
      input.disabled = false
    },
  })
  show()
  return create('div', { class: 'pairs' }, list, input, state)
}

const createEntry = ({ write, nameFile }: Field, id: number, remove: () => void): HTMLElement =>
  create(
    'li',
    { class: 'option' },
    create('span', { dir: 'auto' }, nameFile(id)),
    create(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': write('Remove {name}', { name: nameFile(id) }), onclick: remove },
      write('Remove'),
    ),
  )

/** Uploads one file after the other. Each is part of the answer as soon as it has arrived. */
async function uploadAll(field: Field, files: readonly File[], ids: number[], store: () => void): Promise<void> {
  field.complain(null)
  for (const file of files) {
    if (ids.length >= maxFiles)
      return field.complain(field.write('At most {most} files are accepted.', { most: maxFiles }))
    try {
      const { id } = await field.upload(file)
      if (!ids.includes(id)) ids.push(id)
      store()
    } catch (error) {
      const reason = isProblem(error)
        ? [error.message, ...Object.values(error.errors).flat()].join(' ')
        : field.write('The connection is interrupted. Please choose the file again when it is back.')
      field.complain(`${file.name}: ${reason}`)
    }
  }
}
