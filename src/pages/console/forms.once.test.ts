import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { listRequestFields } from '#test/language/request-fields.ts'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { openConsolePage, visit } from '#test/support/console.ts'
import { findFaults, loadAxe, measureOverflow } from '#test/support/page-faults.ts'

const phone = { width: 390, height: 844 }

describe('the forms of the console', async () => {
  const app = await testApp()

  const readCatalogue = async (language: string) => {
    const { text } = await app.anonymous.get('/console/app/catalogue.js', { 'accept-language': language })
    const [, forms = '{}'] = /^export const forms = (.*)$/m.exec(text) ?? []
    const [, filters = '{}'] = /^export const filters = (.*)$/m.exec(text) ?? []
    return { forms: JSON.parse(forms), filters: JSON.parse(filters), size: text.length }
  }

  it('have the limits, the choices and what is required from the operations', async () => {
    const { forms } = await readCatalogue('en')
    const pick = (operation: string, name: string) =>
      forms[operation].find((field: { name: string }) => field.name === name)

    assert.equal(pick('POST /admin/users', 'name').maxLength, 200)
    assert.equal(pick('POST /admin/users', 'email').input, 'email')
    assert.equal(pick('POST /admin/announcements', 'title').maxLength, 150)
    assert.equal(pick('POST /admin/subscriptions', 'until').input, 'last-day')
    assert.equal(pick('POST /admin/payments', 'received_on').input, 'date')
    assert.deepEqual(
      ['POST /admin/payments/{id}/refund', 'POST /admin/payments/differences/{id}/close'].map(
        (operation) => pick(operation, 'reason').isRequired,
      ),
      [false, true],
    )
  })

  it('have labels and choices in the language of the reader', async () => {
    const { forms, filters } = await readCatalogue('fr')

    const [role] = forms['PUT /admin/users/{id}/role']
    assert.equal(role.label, 'Rôle')
    assert.ok(role.choices.some(({ text }: { text: string }) => text === 'Administrateur'))
    const state = filters['GET /admin/users'].find(({ name }: { name: string }) => name === 'state')
    assert.deepEqual(
      state.choices.map(({ value }: { value: string }) => value),
      ['', 'active', 'suspended', 'unverified', 'deleted'],
    )
  })

  it('ask for days and times in fields of the browser alone', async () => {
    const { forms, filters } = await readCatalogue('en')

    const fields = [...Object.values(forms), ...Object.values(filters)].flat() as { name: string; input: string }[]
    const times = fields.filter(({ name }) => /(_on|_at|^until|^from)$/.test(name))
    assert.deepEqual(
      times.map(({ name, input }) => `${name} ${input}`),
      ['received_on date', 'received_on date', 'until last-day', 'expires_at last-day', 'from moment', 'until moment'],
    )
  })

  it('name every choice in words', async () => {
    const { forms, filters } = await readCatalogue('en')

    const fields = Object.entries({ ...forms, ...filters }).flatMap(([operation, list]) =>
      (list as { name: string; choices: { value: string; text: string }[] }[]).flatMap(({ name, choices }) =>
        choices
          .filter(({ text, value }) => text === '' || /_/.test(text) || (text === value && value.includes('_')))
          .map(({ value }) => `${operation} ${name} ${value}`),
      ),
    )

    assert.deepEqual(fields, [])
  })

  it('are those of all acts, whose operations otherwise take a reason alone', async () => {
    const { forms } = await readCatalogue('en')
    const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
    const folder = new URL('./app/', import.meta.url)
    const operations = readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(/operation(?: = |: )'((?:POST|PUT) [^']+)'/g),
      ])
      .map(([, operation = '']) => operation)
    const listFields = (operation: string) => {
      const [method = '', path = ''] = operation.split(' ')
      const { [path]: place } = description.paths
      const item = {
        paths: { [path]: { [method.toLowerCase()]: place[method.toLowerCase()] } },
        components: description.components,
      }
      return listRequestFields(item).filter((name) => name !== 'reason' && name !== 'id')
    }

    const undeclared = [...new Set(operations)].filter(
      (operation) => !(operation in forms) && listFields(operation).length > 0,
    )

    assert.ok(operations.length > 20, String(operations.length))
    assert.deepEqual(undeclared, [])
  })
})

interface PlanRow {
  id: string
  name: string
  prices: object[]
  features: string[]
  limits: Record<string, number>
}

describe('the dialogs of the console', { skip: noBrowser }, async () => {
  const app = await testApp()
  let browser: Browser

  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  const openPrices = async (options = {}) => {
    const { page, context } = await openConsolePage(browser, app.address, { viewport: phone, ...options })
    await visit(page, '/prices')
    await loadAxe(page)
    return { page, context, dialog: page.locator('dialog[open]') }
  }

  it('make a coupon of an amount for two plans until the end of a day', async () => {
    const admin = await app.given.admin()
    const { page, context, dialog } = await openPrices()
    await page.getByRole('button', { name: 'Add a coupon' }).click()
    await dialog.getByLabel('Code').fill('HARVEST')
    await dialog.getByLabel('Amount off').fill('12.5')
    await dialog.getByLabel('Currency of an amount').fill('USD')
    const plans = dialog.getByRole('group', { name: /^Plans/ })
    for (const index of [0, 1]) await plans.getByRole('checkbox').nth(index).check()
    await dialog.getByLabel(/^Last day/).fill('2027-12-31')
    const faults = [await findFaults(page), await measureOverflow(page)]
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/console-coupon.png` })
    await dialog.getByRole('button', { name: 'Add a coupon' }).click()
    await page.getByText('HARVEST').first().waitFor()

    const coupons = (await admin.get('/coupons')).data as { code: string }[]
    const {
      percent_off,
      amount_off,
      currency,
      expires_at,
      max_redemptions,
      plans: chosen,
    } = coupons.find(({ code }) => code === 'HARVEST') as Record<string, unknown> & { code: string }
    assert.deepEqual(faults, [[], 0])
    assert.deepEqual(
      { percent_off, amount_off, currency, max_redemptions },
      { percent_off: null, amount_off: 12.5, currency: 'USD', max_redemptions: null },
    )
    assert.match(String(expires_at), /^2027-12-31T23:59:59/)
    assert.equal((chosen as string[]).length, 2)
    await context.close()
  })

  it('say what the service refuses, and make nothing then', async () => {
    const admin = await app.given.admin()
    const { page, context, dialog } = await openPrices()
    await page.getByRole('button', { name: 'Add a coupon' }).click()
    await dialog.getByLabel('Code').fill('NOTHING')
    await dialog.getByRole('button', { name: 'Add a coupon' }).click()
    await dialog.getByRole('alert').waitFor()

    const coupons = (await admin.get('/coupons')).data as { code: string }[]
    assert.ok(coupons.every(({ code }) => code !== 'NOTHING'))
    await context.close()
  })

  it('change a plan with its prices in several currencies, its limits and its features', async () => {
    const { page, context, dialog } = await openPrices({ locale: 'en-GB' })
    const listPlans = async () => (await app.anonymous.get('/subscriptions/plans')).data as PlanRow[]
    const before = (await listPlans()).find(({ id }) => id === 'professional')
    const row = page.locator('tr', { hasText: 'professional' }).first()
    await row.getByRole('button', { name: 'Change the plan' }).click()
    await dialog.getByLabel('Name').fill('Professional plus')
    const prices = dialog.getByRole('group', { name: 'Prices' })
    const count = await prices.getByLabel('Amount').count()
    await prices.getByLabel('Amount').last().fill('3900')
    await prices.getByLabel('Currency').last().fill('KES')
    await dialog.getByLabel(/^Job posts/).fill('')
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/console-plan.png` })
    await dialog.getByRole('button', { name: 'Change the plan' }).click()
    await page.locator('.toast p').waitFor()

    const plan = (await listPlans()).find(({ name }) => name === 'Professional plus')
    assert.equal(plan?.prices.length, count)
    // Their texts have commas.
    assert.deepEqual(plan?.features, before?.features)
    assert.ok(before?.features.some((text) => text.includes(',')))
    assert.deepEqual(plan?.prices.at(-1), { currency: 'KES', amount: 3900 })
    assert.equal(plan?.limits.job_postings, -1)
    await context.close()
  })
})
