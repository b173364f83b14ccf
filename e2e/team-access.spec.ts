import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { inviteByForm, owner, test } from './support/team-server.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

for (const width of [390, 1280]) {
  test(`the team pages have no axe violations: ${width} px`, async ({ page, browser, server }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/sign-in')
    await expectNoViolations(page)
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')

    const link = await inviteByForm(page, 'viewer')
    await expect(page.getByText('anyone with the link').first()).toBeVisible()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite member' })).toBeVisible()
    await expectNoViolations(page)

    await using guest = await browser.newContext({ baseURL: server.url, viewport: { width, height: 800 } })
    const theirs = await guest.newPage()
    await theirs.goto(link)
    await expect(theirs.getByRole('button', { name: 'Join' })).toBeVisible()
    await expectNoViolations(theirs)

    await page.goto('/team/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await expect(dialog).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
  })
}
