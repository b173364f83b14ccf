import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { ask, invite, join, signIn, test } from './support/team-server.ts'
import { writtenRows } from './support/written-rows.ts'

test.use({ serverName: 'home' })

const startOf = (page: Page) => page.getByRole('region', { name: 'Get started' })
const stepOf = (page: Page, title: string) => startOf(page).getByRole('listitem').filter({ hasText: title })

test('the first steps check themselves off, and a recent run opens again', async ({ page, server }) => {
  await signIn(page)
  await page.goto('/chat')
  await ask(page, 'Hello')
  await expect(page.getByRole('group', { name: 'Answers' }).getByText('You said: Hello')).toBeVisible()
  const added = await page.request.post('/api/run/v1/library', {
    headers: { origin: server.url },
    data: { title: 'Harbor rules', text: 'The harbor master keeps the lamps. '.repeat(10) },
  })
  expect(added.status()).toBe(200)

  // The gateway writes usage in batches.
  await expect.poll(() => writtenRows(server.dataDir).length, { intervals: [50] }).toBeGreaterThan(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(stepOf(page, 'Run a model')).toContainText('(done)')
  await expect(stepOf(page, 'Add a provider')).toContainText('scripted is set up.')
  await expect(stepOf(page, 'Add documents')).toContainText('1 item in the library.')
  await expect(stepOf(page, 'Connect a client').getByRole('link', { name: 'Choose a client' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Providers' })).toContainText('No errors')
  await expectNoViolations(page)

  await page
    .getByRole('region', { name: 'Recent runs' })
    .getByRole('link', { name: /^Hello Chat/ })
    .click()
  await expect(page.getByRole('group', { name: 'Answers' }).getByText('You said: Hello')).toBeVisible()
})

test('the first steps stay hidden until they are shown again', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  await startOf(page).getByRole('button', { name: 'Hide' }).click()
  await expect(startOf(page)).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent runs' })).toBeVisible()
  await expect(startOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Get started' }).click()
  await expect(startOf(page)).toBeVisible()
})

test('a viewer sees the pages they can read and the team’s totals, at 390 px', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  const link = await invite(page, 'viewer')
  await using guest = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
  })
  const theirs = await guest.newPage()
  await join(theirs, link, 'Vera')
  await theirs.goto('/')

  const pages = theirs.getByRole('region', { name: 'Your pages' })
  await expect(pages.getByRole('link', { name: 'Library' })).toBeVisible()
  await expect(pages.getByRole('link', { name: /Chat|Connect|API keys/ })).toHaveCount(0)
  await expect(theirs.getByRole('term').filter({ hasText: 'Requests today' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'New chat' })).toHaveCount(0)
  await expect(theirs.locator('body')).toHaveJSProperty('scrollWidth', 390)
  await expectNoViolations(theirs)
})
