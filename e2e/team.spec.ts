import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import {
  ask,
  inviteByForm,
  launchTeamServer,
  owner,
  password,
  ready,
  signIn,
  test,
} from './support/team-server.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

test('the setup link in the log creates the first owner, once', async ({ browser }) => {
  await using server = await launchTeamServer()
  const link = /(http:\S+\/set-up#\w+)/.exec(server.output())?.[1] ?? ''
  const context = await browser.newContext()
  const page = await context.newPage()

  await page.goto(server.url)
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByText('There are no accounts yet')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set up Sextant' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('Email').fill('Olga@Example.org')
  await page.getByLabel('Password').fill('too short')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL(/\/set-up#/)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('button', { name: 'Olga owner' })).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await other.getByLabel('Name').fill('Mallory')
  await other.getByLabel('Email').fill('mallory@example.org')
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Set up' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'not valid' })).toBeVisible()
  await other.context().close()
  await context.close()
})

test('an invitation works once, and a role change applies to the next request', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  const link = await inviteByForm(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()

  await theirs.goto(link)
  await theirs.getByLabel('Name').fill('Tessa')
  await theirs.getByLabel('Email').fill('tessa@example.org')
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Join' }).click()
  await expect(theirs).toHaveURL('/')
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await theirs.goto('/chat')
  await ask(theirs, 'Hello')
  await expect(theirs.getByRole('group', { name: 'Answers' }).getByText('You said: Hello')).toBeVisible()
  await theirs.goto('/team/members')
  await expect(theirs.getByRole('heading', { name: 'Page not available' })).toBeVisible()
  await expect(theirs.getByText('Your role, member, does not include this page.')).toBeVisible()

  const third = await guest.newPage()
  await third.goto(link)
  await expect(third.getByRole('alert').filter({ hasText: 'not valid' })).toBeVisible()

  await theirs.goto('/chat')
  await ready(theirs)
  await page.goto('/team/members')
  await page.getByLabel('Role of Tessa').selectOption('viewer')
  await expect(page.getByText('Tessa is now viewer')).toBeVisible()
  await ask(theirs, 'Hello again')
  await expect(theirs.getByRole('alert', { name: 'Error' })).toContainText('403 · role_not_allowed')
  await third.goto('/chat')
  await expect(third.getByRole('heading', { name: 'Playgrounds are for members' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Tessa' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Tessa' })
  await expect(removal).toContainText('signed out everywhere')
  await expect(removal.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByText('Tessa removed')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'tessa@example.org' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Retry' }).click()
  await expect(theirs.getByRole('alert', { name: 'Error' })).toContainText('Session expired')
})

test('a created key works until it is revoked, which ends its open stream', async ({
  page,
  server,
  upstream,
}) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Nightly job')
  await dialog.getByLabel('Concurrent requests').fill('3')
  // Adding a model focuses its field.
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByLabel('Model 1', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove Model 1' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const token = await shown.getByLabel('API key', { exact: true }).innerText()
  expect(token).toMatch(/^sxt_\w{36}$/)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Nightly job' })
  await expect(row).toContainText('3 concurrent')
  expect(await page.content()).not.toContain(token)

  const stream = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted/chunks-10000-100',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  expect(stream.status).toBe(200)
  const whole = stream.text()

  await row.getByRole('button', { name: 'Actions for Nightly job' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expect(page.getByRole('dialog', { name: 'Revoke Nightly job' })).toContainText('last 24 hours')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('Nightly job revoked')).toBeVisible()

  const text = await whole
  expect(text).toContain('"code":"invalid_api_key"')
  expect(text).not.toContain('[DONE]')
  await upstream.seen(request => request.json?.model === 'chunks-10000-100' && request.abortedAt !== null)
  const refused = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(401)
  await expect(row).toHaveCount(0)
})

test('a rotated key works beside the new one; a disabled key is rejected', async ({ page, server }) => {
  await signIn(page)
  await page.goto('/team/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const making = page.getByRole('dialog', { name: 'Create API key' })
  await making.getByLabel('Name').fill('Worker')
  await making.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: 'Your new API key' })
  const old = await made.getByLabel('API key', { exact: true }).innerText()
  await page.keyboard.press('Escape')
  await expect(made).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Worker' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Create new key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const fresh = await shown.getByLabel('API key', { exact: true }).innerText()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  const statusOf = async (token: string) =>
    (await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(fresh).not.toBe(old)
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])

  await page.getByRole('button', { name: 'Actions for Worker' }).first().click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(page.getByText('Worker disabled')).toBeVisible()
  await expect.poll(() => statusOf(fresh)).toBe(401)
  expect(await statusOf(old)).toBe(200)
})

test('an expired session is renewed in the page, and the draft is kept', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/chat')
  await ready(page)
  await context.clearCookies()
  await page.keyboard.type('Kept draft')
  await page.keyboard.press('ControlOrMeta+Enter')
  const card = page.getByRole('alert', { name: 'Error' })
  await expect(card).toContainText('Session expired')

  await card.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(owner.email)
  await dialog.getByLabel('Password').fill('a wrong password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Incorrect email or password')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('group', { name: 'Answers' }).getByText('You said: Kept draft')).toBeVisible()

  // A team list offers sign-in too.
  await page.goto('/team/usage')
  await expect(page.getByRole('table', { name: 'Usage by day' })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('radio', { name: '24 h' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has expired' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Email').fill(owner.email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('table', { name: 'Usage by hour' })).toBeVisible()
})

test('sign-in returns to the requested page, and sign-out to the sign-in page', async ({ page }) => {
  await page.goto('/team/keys?view=all')
  await expect(page).toHaveURL('/sign-in?next=%2Fteam%2Fkeys%3Fview%3Dall')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/team/keys?view=all')
  // The page has hydrated once it shows data.
  await expect(page.getByRole('row', { name: /^SEXTANT_INITIAL_API_KEY/ })).toBeVisible()

  await page.getByRole('button', { name: 'Administrator owner' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/chat')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fchat$/)
})
