import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { invite, join, owner, password, signIn, test } from './support/team-server.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

test('a retention change is in the audit log and its export', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Retention' }).click()
  await page.getByLabel('Log retention (days)').fill('30')
  await expect(page.getByText('Rows older than 30 days will be permanently deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Retention updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Log retention (days)')).toHaveValue('30')

  await page.getByRole('link', { name: 'Audit log' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Changed settings' })
  await expect(row).toContainText('90 → 30')
  await page.getByLabel('Event').selectOption('Joined the team')
  await expect(row).toHaveCount(0)
  await expect(page).toHaveURL(/\?action=member\.join$/)
  await page.getByLabel('Event').selectOption('Changed settings')
  await expect(row).toHaveCount(1)
  const csv = await download(page, 'CSV')
  expect(csv.split('\r\n')[1]).toContain('settings.change')
  expect(csv).not.toContain('session.start')
})

test('an admin switches stored responses on, changes their retention, and switches them off', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/team/settings/retention')
  const stores = page.getByRole('switch', { name: 'Store responses' })
  const days = page.getByLabel('Response retention (days)')
  await expect(stores).not.toBeChecked()
  await expect(days).toHaveCount(0)

  await stores.check()
  await expect(days).toHaveValue('30')
  await expect(stores).toBeFocused()
  await days.fill('7')
  await expect(page.getByText('Responses older than 7 days will be permanently deleted')).toBeVisible()
  await page.getByRole('form', { name: 'Stored responses' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Retention updated')).toBeVisible()
  await page.reload()
  await expect(days).toHaveValue('7')
  await expectNoViolations(page)

  await stores.uncheck()
  await expect(days).toHaveCount(0)
  await page.reload()
  await expect(stores).not.toBeChecked()
})

test('a member downloads embedded models once an admin allows it', async ({ page, browser, server }) => {
  await signIn(page)
  const invitation = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, invitation, 'Dora')
  await theirs.goto('/models/local/qwen3-1.7b')
  const details = theirs.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Ask an admin to download it')

  await page.goto('/team/settings/team')
  const allowed = page.getByRole('switch', { name: 'Downloads by members' })
  await allowed.click()
  await expect(allowed).toBeChecked()
  await theirs.reload()
  await expect(details.getByRole('button', { name: 'Download local/qwen3-1.7b' })).toBeVisible()
})

test('new keys start with the limits of the team, which admins change', async ({ page }) => {
  await signIn(page)
  await page.goto('/team/settings/team')
  const limits = page.getByRole('region', { name: 'New API keys' })
  await expect(limits.getByLabel('Requests per minute')).toHaveValue('600')
  await expect(limits.getByLabel('Tokens per minute')).toHaveValue(/^2,?000,?000$/)
  await expect(limits.getByLabel('Concurrent requests')).toHaveValue('20')
  await limits.getByLabel('Concurrent requests').fill('7')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits of new keys updated')).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/team/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await expect(dialog.getByLabel('Concurrent requests')).toHaveValue('7')
  await dialog.getByLabel('Name').fill('Limited')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Limited' })).toContainText('7 concurrent')

  await page.goto('/team/settings/audit')
  await expect(page.getByRole('row').filter({ hasText: 'key parallel' })).toContainText('20 → 7')
})

test('a team has limits for all of its keys together', async ({ page }) => {
  await signIn(page)
  await page.goto('/team/settings/team')
  const limits = page.getByRole('region', { name: 'Team limits' })
  const save = limits.getByRole('button', { name: 'Save limits' })
  await expect(limits.getByLabel('Requests per minute')).toHaveValue('')
  await expect(save).toBeDisabled()
  await limits.getByLabel('Requests per minute').fill('6000')
  await save.click()
  await expect(page.getByText('Team limits updated')).toBeVisible()
  const answers = page.getByRole('region', { name: 'Answers under a budget' })
  await answers.getByLabel('Tokens per answer').fill('2000')
  await answers.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limit of answers updated')).toBeVisible()
  await expectNoViolations(page)

  await page.reload()
  await expect(limits.getByLabel('Requests per minute')).toHaveValue(/^6,?000$/)
  await expect(
    page.getByRole('region', { name: 'New API keys' }).getByLabel('Concurrent requests'),
  ).not.toHaveValue('')
})

test('a session that is signed out elsewhere ends with the next request', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  await using other = await browser.newContext({ baseURL: server.url, userAgent: 'Borrowed browser' })
  const theirs = await other.newPage()
  await signIn(theirs)

  await page.goto('/team/settings/sessions')
  const yours = page.getByRole('region', { name: 'Your sessions' })
  await expect(yours.getByRole('row').filter({ hasText: 'this browser' })).toBeVisible()
  await yours.getByRole('button', { name: /^Sign out .* on Borrowed browser$/ }).click()
  await expect(page.getByText('Session signed out')).toBeVisible()
  await expect(yours.getByText('Borrowed browser')).toHaveCount(0)
  await theirs.goto('/team/keys')
  await expect(theirs).toHaveURL(/\/sign-in\?next=%2Fteam%2Fkeys$/)
  await page.reload()
  await expect(yours.getByRole('row').filter({ hasText: 'this browser' })).toBeVisible()
})

test('a member opens only their own settings, and changes name and password', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  const link = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  const mia = await join(theirs, link, 'Mia')
  await using second = await browser.newContext({ baseURL: server.url })
  const elsewhere = await second.newPage()
  await signIn(elsewhere, mia)

  for (const path of ['team', 'retention', 'audit', 'sign-in', 'danger']) {
    const response = await theirs.request.get(`/team/settings/${path}`)
    expect({ path, status: response.status() }).toEqual({ path, status: 404 })
  }
  await theirs.goto('/team/settings')
  await expect(theirs).toHaveURL(/\/team\/settings\/you$/)
  await expect(theirs.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
    'Profile',
    'Sessions',
    'Shared links',
  ])
  await theirs.getByLabel('Name').fill('Mia Müller')
  await theirs.getByRole('button', { name: 'Rename' }).click()
  await expect(theirs.getByRole('button', { name: 'Mia Müller member' })).toBeVisible()

  await theirs.getByLabel('Current password').fill('a wrong password')
  await theirs.getByLabel('New password').fill('staple correct horse')
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await expect(theirs.getByText('Incorrect password.')).toBeVisible()
  await theirs.getByLabel('Current password').fill(password)
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await expect(theirs.getByText('One other session signed out.')).toBeVisible()
  await elsewhere.goto('/chat')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await signIn(elsewhere, { ...mia, password: 'staple correct horse' })
})

test('an owner exports all data, and deletes the team only after typing its name', async ({ page }) => {
  await signIn(page)
  await page.goto('/team/settings/team')
  await page.getByLabel('Team name').fill('Harbour')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Team renamed')).toBeVisible()
  await page.getByRole('link', { name: 'Danger zone' }).click()
  const lines = (await download(page, 'Export all data')).trimEnd().split('\n')
  expect(lines.at(-1)).toContain('sextant.export.end')
  expect(lines.join()).toContain(owner.email)
  expect(lines.join()).not.toContain('argon2id')

  const open = page.getByRole('button', { name: 'Delete team' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Harbour' })
  const act = dialog.getByRole('button', { name: 'Delete team' })
  await dialog.getByLabel('Type Harbour to confirm').fill('harbour')
  await expect(act).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('appearance is saved, and single-key shortcuts can be turned off', async ({ page }) => {
  await signIn(page)
  await page.goto('/team/settings/you')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Comfortable' }).check()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.locator('body').press('?')
  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).check()
  await page.getByRole('heading', { name: 'Appearance' }).click()
  await page.locator('body').press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the settings pages have no axe violations, and nothing is cut, on a phone too', async ({ page }) => {
  await signIn(page)
  for (const [path, ready] of [
    ['audit', 'td'],
    ['sessions', 'td'],
    ['retention', 'form'],
    ['you', 'form'],
    ['links', 'td'],
    ['danger', 'button'],
  ] as const) {
    await page.goto(`/team/settings/${path}`)
    await expect(page.locator(`#main ${ready}`).first()).toBeVisible()
    // The list of settings is the same on all pages.
    if (path === 'audit') await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}
