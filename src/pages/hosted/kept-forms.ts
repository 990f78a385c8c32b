/** A form that was sent when the session had ended: it waits in the page of the sign-in, and stands on its own page again afterwards. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fields, KeptForm } from '#http/form-sealing.ts'
import { markFields } from './form-marks.ts'

/** Fields that no page shows again. */
export const secretFields: readonly string[] = [
  'card_number',
  'challenge',
  'code',
  'credential',
  'current_password',
  'cvv',
  'expiry_month',
  'expiry_year',
  'password',
  'password_confirmation',
  'token',
]

/** Returns what may be shown again: neither the marks of the form nor passwords and cards. */
export const omitSecrets = (fields: Fields): Fields =>
  fields.filter(([name]) => !markFields.includes(name) && !secretFields.includes(name))

/** The form that waited for the sign-in, while the page is rendered on which it stood. */
export const openedForm = new AsyncLocalStorage<KeptForm>()

/** The id of the sentence at the form that says that it is back. */
export const keptFormId = 'kept-form'
