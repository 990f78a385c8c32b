/** The page of the visitor's profile. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { acceptForms } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { User } from '../contract.ts'
import type { Form } from '../form-declaration.ts'
import type { Failure, Success } from './api.ts'
import { showFailure } from './object-routes.ts'
import {
  type RefusedForm,
  refuseForm,
  renderOperationForm,
  renderRefusedAct,
  sendOperationForm,
} from './operation-forms.ts'
import { renderSaved } from './pages.ts'
import { listPictureSources } from './picture-sources.ts'
import { about, newPicture, renderPicture, renderUpgrade, researcherProfile } from './profile.ts'
import { receiveUpload, type Upload } from './uploads.ts'
import { type CreateVisit, get, getFormField, getQueryValue, raw, send, sendMediaPage, type Visit } from './visit.ts'

const picture = { avatar: { maxBytes: 5_120 * 1_024, tooLarge: 'The picture may not be larger than 5 MB.' } } as const

export function registerProfilePages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/profile', { config: raw }, (request, reply) => showProfile(visit(request, reply), config))
  void app.register(async (scope: App) => {
    await acceptForms(scope)
    scope.post('/app/profile', { config: { ...raw, limit: 'upload' } }, async (request, reply) => {
      const here = visit(request, reply)
      return receiveUpload(here, picture, async (form) => {
        const me = await get(here, 'GET /auth/me')
        return me.ok ? answerForm(here, me.data, form, config) : showFailure(here, me)
      })
    })
  })
}

type FormOutcome = Success<unknown> | RefusedForm

async function answerForm(here: Visit, account: User, form: Upload | Failure, config: Config) {
  const act = getFormField(here.request, 'act') || 'picture'
  const sent: FormOutcome = form.ok ? await saveProfile(here, account, act, form) : refuseForm(here, newPicture, form)
  if (sent.ok) return here.reply.redirect(`${config.basePath}/app/profile?saved=${encodeURIComponent(act)}`, 303)
  return showProfile(here, config, sent)
}

async function saveProfile(
  here: Visit,
  { id }: User,
  act: string,
  { files: { avatar } }: Upload,
): Promise<FormOutcome> {
  if (act === 'about') return sendOperationForm(here, about, { parameters: { id } })
  if (act === 'researcher') return sendOperationForm(here, researcherProfile, { parameters: {} })
  if (act === 'picture') {
    const files = avatar === undefined ? {} : { avatar }
    return sendOperationForm(here, newPicture, { parameters: {}, files })
  }
  return act === 'upgrade'
    ? send(here, 'POST /profile/upgrade', {}, {})
    : send(here, 'DELETE /users/{id}/avatar', { id })
}

/** Shows the profile; `refused` is a form that was refused. */
async function showProfile(here: Visit, config: Config, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const { write } = writer
  const me = await get(here, 'GET /auth/me')
  if (!me.ok) return showFailure(here, me)
  const researcher = me.data.researcher_id === null ? null : await get(here, 'GET /researchers/me')
  const eligibility = researcher === null ? await get(here, 'GET /profile/eligibility') : null
  const page = me.data.researcher_id
  const content = [
    renderRefusedAct(refused),
    refused === undefined && renderSaved(writer, getQueryValue(here.request, 'saved')),
    page !== null &&
      html`<p><a href="${base}/app/researchers/details/${page}">${write('How others see me')}</a> · <a href="${base}/app/profile/publications">${write('My publications')}</a></p>`,
    renderPicture(here, me.data, refused),
    renderPart(here, about, { id: 'about', title: 'About me', object: me.data, refused }),
    researcher?.ok &&
      renderPart(here, researcherProfile, {
        id: 'researcher',
        title: 'As a researcher',
        object: researcher.data,
        refused,
      }),
    eligibility?.ok && renderUpgrade(writer, eligibility.data),
  ]
  const sources = listPictureSources(config)
  return sendMediaPage(here, { heading: 'My profile', content, sources, status: refused?.status ?? 200 })
}

interface Part {
  id: string
  title: PlainTemplate
  /** What is stored. */
  object: object
  refused: RefusedForm | undefined
}

const renderPart = (here: Visit, form: Form, { id, title, object, refused }: Part) =>
  html`<section class="card" id="${id}"><h2>${here.frame.writer.write(title)}</h2>
${renderOperationForm(here, form, { button: 'Save', hidden: { act: id }, anchor: id, object, refused, isMultipart: true })}</section>`
