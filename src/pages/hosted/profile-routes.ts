/** The page of the visitor's profile. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { acceptForms } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { User } from '../contract.ts'
import type { Failure, Success } from './api.ts'
import { showFailure } from './object-routes.ts'
import { renderSaved } from './pages.ts'
import { listPictureSources } from './picture-sources.ts'
import {
  buildAbout,
  buildResearcher,
  type Refused,
  renderAbout,
  renderPicture,
  renderResearcher,
  renderUpgrade,
} from './profile.ts'
import { buildEducation, buildEmployment } from './profile-rows.ts'
import { receiveUpload, type Upload } from './uploads.ts'
import { type CreateVisit, get, getQueryValue, raw, send, sendMediaPage, type Visit } from './visit.ts'

const picture = { avatar: { mostBytes: 5_120 * 1_024, tooLarge: 'The picture may not be larger than 5 MB.' } } as const

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

async function answerForm(here: Visit, account: User, form: Upload | Failure, config: Config) {
  const values = form.ok ? form.values : {}
  const act = values.act ?? 'picture'
  const answer = form.ok ? await saveProfile(here, account, act, form) : form
  if (answer.ok) return here.reply.redirect(`${config.basePath}/app/profile?saved=${encodeURIComponent(act)}`, 303)
  return answer.status === 401 ? showFailure(here, answer) : showProfile(here, config, { act, values, failure: answer })
}

function saveProfile(
  here: Visit,
  { id }: User,
  act: string,
  { values, files }: Upload,
): Promise<Success<unknown> | Failure> {
  if (act === 'about') return send(here, 'PUT /users/{id}', { id }, buildAbout(values))
  if (act === 'upgrade') return send(here, 'POST /profile/upgrade', {}, {})
  if (act === 'remove-picture') return send(here, 'DELETE /users/{id}/avatar', { id })
  if (act === 'researcher') {
    const rows = { education: buildEducation(values), employment: buildEmployment(values) }
    return send(here, 'PUT /researchers/me', {}, { ...buildResearcher(values), ...rows })
  }
  const body = new FormData()
  const { avatar } = files
  if (avatar !== undefined) body.append('avatar', avatar, avatar.name)
  return send(here, 'POST /auth/update-profile-picture', {}, body)
}

/** Shows the profile; `refused` is a form that was refused. */
async function showProfile(here: Visit, config: Config, refused?: Refused) {
  const { writer, base } = here.frame
  const { write } = writer
  const me = await get(here, 'GET /auth/me')
  if (!me.ok) return showFailure(here, me)
  const researcher = me.data.researcher_id === null ? null : await get(here, 'GET /researchers/me')
  const eligibility = researcher === null ? await get(here, 'GET /profile/eligibility') : null
  const pictureErrors = refused?.act === 'picture' ? refused.failure.errors : {}
  const page = me.data.researcher_id
  const content = [
    refused === undefined && renderSaved(writer, getQueryValue(here.request, 'saved')),
    page !== null &&
      html`<p><a href="${base}/app/researchers/details/${page}">${write('How others see me')}</a> · <a href="${base}/app/profile/publications">${write('My publications')}</a></p>`,
    renderPicture({ writer, values: {}, errors: pictureErrors }, me.data),
    renderAbout(writer, me.data, refused),
    researcher?.ok && renderResearcher(writer, researcher.data, refused),
    eligibility?.ok && renderUpgrade(writer, eligibility.data),
  ]
  const sources = listPictureSources(config)
  return sendMediaPage(here, { heading: 'My profile', content, sources, status: refused?.failure.status ?? 200 })
}
