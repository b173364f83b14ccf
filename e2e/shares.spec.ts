import { expectNoViolations } from './support/axe.ts'
import { comeAlive } from './support/open-playground.ts'
import { expect } from './support/server.ts'
import { makeShortLink } from './support/share.ts'
import { invite, join, ready, signIn, test } from './support/team-server.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

test('B13 anyone can read a short link and a member can run it, until it is revoked', async ({
  page,
  browser,
  server,
  upstream,
}) => {
  await signIn(page)
  await page.goto('/chat')
  await ready(page)
  await page.getByLabel('System').fill('Be brief about sk-0123456789abcdefghijkl.')
  const link = await makeShortLink(page, 'Anyone with the link')
  const before = upstream.requests.length

  await using stranger = await browser.newContext({ baseURL: server.url })
  const theirs = await stranger.newPage()
  const response = await theirs.goto(link)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  await expect(theirs.getByRole('heading', { name: 'Shared Chat request' })).toBeVisible()
  await expect(theirs.getByLabel('Body')).toContainText('Be brief about [key removed].')
  await expect(theirs.getByRole('region', { name: /^Snippet/ })).toContainText('$SEXTANT_API_KEY')
  expect(await theirs.content()).not.toMatch(/owner@example\.org|sk-0123/)
  await expectNoViolations(theirs)

  // Sign-in returns to the playground with the request filled in.
  await theirs.getByRole('link', { name: 'Sign in to run it' }).click()
  await theirs.getByLabel('Email').fill('owner@example.org')
  await theirs.getByLabel('Password').fill('correct horse battery')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByText('Opened from a link. Nothing has run.')).toBeVisible()
  await expect(theirs.getByLabel('System')).toHaveValue('Be brief about [key removed].')
  await expect(theirs).toHaveURL(/\/chat$/)
  expect(upstream.requests).toHaveLength(before)

  await page.goto('/team/settings/links')
  const row = page.getByRole('row').filter({ hasText: 'anyone with the link' })
  await expect(row).toContainText('2 times')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke this link' })
    .getByRole('button', { name: 'Revoke link' })
    .click()
  await expect(page.getByText('Link revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  await stranger.clearCookies()
  const gone = await theirs.goto(link)
  const guessed = await stranger.request.get(`/s/${'A'.repeat(22)}`)
  expect([gone?.status(), guessed.status()]).toEqual([404, 404])
  await expect(theirs.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})

test('a viewer reads the library and links of the team, without actions to run or change anything', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  await page.goto('/chat')
  await ready(page)
  await page.getByLabel('System').fill('For the team')
  const link = await makeShortLink(page, 'Team members')
  const kept = await page.request.post('/api/run/v1/library', {
    headers: { origin: server.url },
    data: { title: 'Harbour rules', text: 'The harbour master keeps the lamps. '.repeat(10) },
  })
  expect(kept.status()).toBe(200)
  const invitation = await invite(page, 'viewer')

  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, invitation, 'Vera')
  await theirs.goto('/library')
  const main = theirs.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Library' })).toBeVisible()
  await expect(
    main.getByRole('link', { name: /Chat|Embeddings|Search|Documents|API keys|Members/ }),
  ).toHaveCount(0)
  await comeAlive(theirs)
  await expect(theirs.getByRole('link', { name: /Harbour rules/ })).toBeVisible()
  await expect(theirs.getByRole('button', { name: /Add text|Delete|Send/ })).toHaveCount(0)
  await expect(theirs.getByRole('checkbox')).toHaveCount(0)
  await theirs.getByRole('searchbox', { name: 'Search the library' }).fill('lamps')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('list', { name: 'Passages' }).getByRole('listitem').first()).toContainText(
    'lamps',
  )

  await theirs.goto('/chat')
  await expect(theirs.getByRole('heading', { name: 'Playgrounds are for members' })).toBeVisible()
  await expectNoViolations(theirs)
  await theirs.getByRole('main').getByRole('link', { name: 'Models' }).click()
  await expect(theirs.getByRole('table', { name: 'Models' })).toContainText('scripted/echo')
  await theirs.goto(link)
  await expect(theirs.getByLabel('Body')).toContainText('For the team')
  await expect(theirs.getByText('Viewers can read requests but not run them')).toBeVisible()
})

test('a member deletes their own items, and no items of others', async ({ page, browser, server }) => {
  await signIn(page)
  const keep = (as: typeof page, title: string) =>
    as.request.post('/api/run/v1/library', {
      headers: { origin: server.url },
      data: { title, text: 'Words that are kept. '.repeat(20) },
    })
  expect((await keep(page, 'Of the owner')).status()).toBe(200)
  const invitation = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, invitation, 'Mona')
  expect((await keep(theirs, 'Of Mona')).status()).toBe(200)

  await theirs.goto('/library')
  await comeAlive(theirs)
  const items = theirs.getByRole('list', { name: 'Items' })
  await expect(items.getByRole('listitem').filter({ hasText: 'Of the owner' })).toContainText(
    'Added by someone else',
  )
  await theirs.getByRole('checkbox', { name: 'Select all listed' }).check()
  await expect(theirs.getByRole('group', { name: 'Selection' })).toContainText('1 item selected')
  await theirs.getByRole('button', { name: 'Delete' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Delete item' }).click()
  await expect(items.getByRole('link', { name: /Of Mona/ })).toHaveCount(0)
  const owners = items.getByRole('link', { name: /Of the owner/ })
  const id = (await owners.getAttribute('href'))?.split('/').at(-1) ?? ''
  const refused = await theirs.request.delete(`/api/run/v1/library/${id}`, {
    headers: { origin: server.url },
  })
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'role_not_allowed'])
  await owners.click()
  await expect(theirs.getByRole('heading', { name: 'Of the owner' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})
