/** The HTML of the visitor's profile: the picture, what all people say about themselves, and what researchers add. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Eligibility, Researcher, User } from '../contract.ts'
import type { Failure } from './api.ts'
import {
  type FormState,
  listChoices,
  renderCheckbox,
  renderFormAlert,
  renderSelect,
  renderTextArea,
  renderTextField,
} from './fields.ts'
import { renderRows, rowKinds } from './profile-rows.ts'

const linkNames = ['website', 'linkedin', 'orcid', 'github'] as const

const linkLabels: Record<(typeof linkNames)[number], PlainTemplate> = {
  website: 'Website',
  linkedin: 'LinkedIn',
  orcid: 'ORCID iD',
  github: 'GitHub',
}

const availabilityNames = {
  available: 'Open for offers',
  busy: 'Busy',
  unavailable: 'Not available',
} as const satisfies Record<string, PlainTemplate>

const visibilityNames = {
  public: 'People who are signed in find me',
  private: 'I alone see it',
} as const satisfies Record<string, PlainTemplate>

const plainFields = ['name', 'headline', 'bio', 'location', 'phone'] as const
/** The fields of the form for all people; those of links are named like in the messages of the API. */
const aboutFields = [...plainFields, 'skills', ...linkNames.map((name) => `links.${name}`)]

const researcherFields = [
  'institution',
  'department',
  'country',
  'fields',
  'languages',
  'years_experience',
  'availability',
  'visibility',
  'public_page',
] as const

/** Parts of a list are entered in one field, separated by commas or in lines of their own. */
const splitList = (text = ''): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

type Values = Readonly<Record<string, string>>

const readAccount = (account: User): Values => ({
  ...Object.fromEntries(plainFields.map((name) => [name, account[name]])),
  ...Object.fromEntries(linkNames.map((name) => [`links.${name}`, account.links[name]])),
  skills: account.skills.join(', '),
})

const readResearcher = (researcher: Researcher): Values => ({
  institution: researcher.institution,
  department: researcher.department,
  country: researcher.country,
  fields: researcher.fields.join(', '),
  languages: researcher.languages.join(', '),
  years_experience: String(researcher.years_experience),
  availability: researcher.availability,
  visibility: researcher.visibility,
  public_page: String(researcher.public_page),
})

/** Returns the change of the account, as the API takes it. */
export const buildAbout = (values: Values) => ({
  ...Object.fromEntries(plainFields.map((name) => [name, values[name] ?? ''])),
  skills: splitList(values.skills),
  links: Object.fromEntries(linkNames.map((name) => [name, (values[`links.${name}`] ?? '').trim()])),
})

/** Returns the change of the researcher, without the rows of a CV. */
export const buildResearcher = (values: Values) => ({
  ...Object.fromEntries(['institution', 'department', 'country'].map((name) => [name, values[name] ?? ''])),
  fields: splitList(values.fields),
  languages: splitList(values.languages),
  years_experience: Number(values.years_experience || '0'),
  availability: values.availability,
  visibility: values.visibility,
  public_page: values.public_page === 'true',
})

/** What was entered in one of the forms and is refused. */
export interface Refused {
  act: string
  values: Values
  failure: Failure
}

interface ProfileForm {
  act: string
  /** What is stored. */
  stored: Values
  shown: readonly string[]
  refused: Refused | undefined
}

/** Returns the state of a form, and the alert above it. */
function openForm(writer: FormState['writer'], { act, stored, shown, refused }: ProfileForm) {
  const mine = refused?.act === act ? refused : undefined
  const state: FormState = { writer, values: mine?.values ?? stored, errors: joinErrors(mine?.failure.errors ?? {}) }
  return { state, alert: mine && renderFormAlert({ ...mine.failure, errors: state.errors }, shown) }
}

/** Messages about a part of a list (`skills.3`) stand at the list. */
function joinErrors(errors: Failure['errors']): Failure['errors'] {
  const joined: Failure['errors'] = {}
  for (const [name, messages] of Object.entries(errors)) {
    const field = /^(education|employment|links)\./.test(name) ? name : name.replace(/\.\d+$/, '')
    joined[field] = [...(joined[field] ?? []), ...messages]
  }
  return joined
}

/** Renders the picture with the forms to replace and to remove it. */
export function renderPicture({ writer, errors }: FormState, { profile_photo, name }: User): Html {
  const { write } = writer
  const state = { writer, values: {}, errors }
  return html`<section class="card" id="picture"><h2>${write('Picture')}</h2>
${profile_photo !== null && html`<p><img class="portrait" src="${profile_photo}" alt="${name}" width="96" height="96"></p>`}
<form class="stacked" method="post" enctype="multipart/form-data" action="#picture">
${renderTextField(state, { name: 'avatar', label: 'Choose a picture', type: 'file', accept: 'image/jpeg,image/png,image/webp', hint: 'JPEG, PNG or WebP, at most 5 MB. All who see your name can see it.' })}
<div class="answers"><button class="quiet">${write('Save the picture')}</button>${profile_photo !== null && html` <button class="quiet" name="act" value="remove-picture">${write('Remove the picture')}</button>`}</div></form></section>`
}

/** Renders the form with what all people say about themselves. */
export function renderAbout(writer: FormState['writer'], account: User, refused: Refused | undefined): Html {
  const { write } = writer
  const { state, alert } = openForm(writer, { act: 'about', stored: readAccount(account), shown: aboutFields, refused })
  return html`<section class="card" id="about"><h2>${write('About me')}</h2>${alert}
<form class="stacked" method="post" enctype="multipart/form-data" action="#about"><input type="hidden" name="act" value="about">
${renderTextField(state, { name: 'name', label: 'Name', most: 200, isRequired: true, autocomplete: 'name' })}
${renderTextField(state, { name: 'headline', label: 'What I do, in a few words', most: 200 })}
${renderTextArea(state, { name: 'bio', label: 'About me', rows: 6, most: 5_000 })}
${renderTextField(state, { name: 'skills', label: 'Skills', most: 10_000, hint: 'Separated by commas.' })}
<div class="filters">
${renderTextField(state, { name: 'location', label: 'Place', most: 200 })}
${renderTextField(state, { name: 'phone', label: 'Telephone', type: 'tel', most: 50, autocomplete: 'tel' })}
${linkNames.map((name) => renderTextField(state, { name: `links.${name}`, label: linkLabels[name], most: 500 }))}
</div>
<button>${write('Save')}</button></form></section>`
}

/** Renders the form with what researchers add, with the rows of their CV. */
export function renderResearcher(
  writer: FormState['writer'],
  researcher: Researcher,
  refused: Refused | undefined,
): Html {
  const { write } = writer
  const stored = readResearcher(researcher)
  const { state, alert } = openForm(writer, { act: 'researcher', stored, shown: researcherFields, refused })
  return html`<section class="card" id="researcher"><h2>${write('As a researcher')}</h2>${alert}
<form class="stacked" method="post" enctype="multipart/form-data" action="#researcher"><input type="hidden" name="act" value="researcher">
<div class="filters">
${renderTextField(state, { name: 'institution', label: 'Institution', most: 200, autocomplete: 'organization' })}
${renderTextField(state, { name: 'department', label: 'Department', most: 200 })}
${renderTextField(state, { name: 'country', label: 'Country', most: 100, autocomplete: 'country-name' })}
${renderTextField(state, { name: 'years_experience', label: 'Years of experience', type: 'number', most: 100 })}
${renderTextField(state, { name: 'fields', label: 'Fields of research', most: 10_000, hint: 'Separated by commas.' })}
${renderTextField(state, { name: 'languages', label: 'Languages', most: 10_000, hint: 'Separated by commas.' })}
${renderSelect(state, { name: 'availability', label: 'Availability', choices: listChoices(writer, availabilityNames) })}
${renderSelect(state, { name: 'visibility', label: 'Who sees it', choices: listChoices(writer, visibilityNames) })}
</div>
${renderCheckbox(state, { name: 'public_page', label: 'Search engines may find my public page.' })}
${rowKinds.map((kind) => renderRows(state, kind, researcher[kind]))}
<button>${write('Save')}</button></form></section>`
}

/** Renders the way to become a researcher, or what it still needs. */
export const renderUpgrade = (
  { write }: FormState['writer'],
  { eligible, missing_requirements }: Eligibility,
): Html => html`<section class="card" id="upgrade"><h2>${write('Become a researcher')}</h2>
<p>${write('Researchers have a page of their own with publications and a CV, and lead courses, exams and projects.')}</p>
${missing_requirements.length > 0 && html`<ul>${missing_requirements.map((one) => html`<li dir="auto">${one}</li>`)}</ul>`}
${eligible && html`<form method="post" enctype="multipart/form-data" action="#upgrade"><button name="act" value="upgrade">${write('Become a researcher')}</button></form>`}</section>`
