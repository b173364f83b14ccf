import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { ask, invite, join, signIn, test } from './support/team-server.ts'
import { writtenRows } from './support/written-rows.ts'

test.use({
  serverName: 'usage',
  // The tests also request a model that does not exist.
  expectedErrors: [/^Failed to load resource: the server responded with a status of 404/],
})

test('usage appears by member and by model, with filters, sorting and an export', async ({
  page,
  server,
  browser,
}) => {
  await signIn(page)
  await page.goto('/chat')
  await ask(page, 'Hello')
  await expect(page.getByRole('group', { name: 'Answers' }).getByText('You said: Hello')).toBeVisible()
  for (const model of ['scripted/echo', 'scripted/echo', '=cmd()']) {
    const body = { model, messages: [{ role: 'user', content: 'Hi' }] }
    await callApi(server, '/v1/chat/completions', body)
  }
  const link = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, link, 'Ulla')
  await theirs.goto('/chat')
  await ask(theirs, 'Me too')
  await expect(theirs.getByRole('group', { name: 'Answers' }).getByText('You said: Me too')).toBeVisible()

  await expect.poll(() => writtenRows(server.dataDir).length, { intervals: [50] }).toBe(5)
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page).toHaveURL('/team/usage')
  await expect(total(page)).toHaveText('5')
  await expect(page.getByRole('figure', { name: 'Requests by day' }).locator('.recharts-bar')).toHaveCount(1)
  const errors = page.getByRole('definition').filter({ hasText: '20% · 1 rejected, 0 failed' })
  await expect(errors).toBeVisible()

  const latency = page.getByRole('table', { name: 'Latency by capability' })
  await expect(latency.getByRole('row', { name: /^Chat 5/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Duration p50' })).toHaveCount(1)

  await choose(page, 'Member')
  await expect(requestsOf(page, 'Administrator')).toHaveText('4')
  await expect(requestsOf(page, 'Ulla')).toHaveText('1')

  await choose(page, 'Model')
  await expect(page).toHaveURL('/team/usage?by=model')
  await expect(requestsOf(page, 'scripted/echo')).toHaveText('4')
  await page.getByRole('button', { name: 'Tokens in' }).focus()
  await page.keyboard.press('Enter')
  const column = page.getByRole('columnheader', { name: 'Tokens in' })
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Enter')
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^day,zone,capability,model_id,model,requests,refused,failed,/)
  expect(lines.slice(1).map(line => line.split(',').slice(2, 8).join())).toEqual(
    expect.arrayContaining(['chat,scripted/echo,scripted/echo,4,0,0', 'chat,,none,1,1,0']),
  )

  await page.getByRole('button', { name: 'Only scripted/echo' }).click()
  await expect(total(page)).toHaveText('4')
  await expect(page).toHaveURL('/team/usage?model=scripted%2Fecho')
  await page.reload()
  await expect(total(page)).toHaveText('4')
  await expect(page.getByRole('link', { name: '4', exact: true })).toHaveAttribute(
    'href',
    '/team/requests?model=scripted%2Fecho&within=7d',
  )
  await page.getByRole('button', { name: 'Remove the filter Model: scripted/echo' }).click()
  await expect(total(page)).toHaveText('5')

  await choose(page, 'Provider')
  await requestsOf(page, 'scripted').click()
  await expect(page).toHaveURL('/team/requests?provider=scripted&within=7d')
  await expect(page.getByRole('table', { name: /^Requests/ }).getByRole('row')).toHaveCount(1 + 4)

  await theirs.goto('/team/usage')
  await expect(total(theirs)).toHaveText('1')
  await expect(theirs.getByRole('combobox', { name: 'Group by' })).toBeVisible()
  await theirs.getByRole('radio', { name: 'Team' }).click()
  await expect(total(theirs)).toHaveText('5')
  await expect(theirs.getByRole('combobox', { name: 'Group by' })).toHaveCount(0)
})

test('the usage page has no axe violations, and nothing is cut, on a phone too', async ({ page, server }) => {
  await callApi(server, '/v1/chat/completions', {
    model: 'scripted/echo',
    messages: [{ role: 'user', content: 'Hi' }],
  })
  await signIn(page)

  await page.goto('/team/usage?by=model&period=custom&from=2020-01-02&to=2020-01-02')
  await expect(page.getByText('No requests in this period.')).toBeVisible()
  await page.getByLabel('From').focus()
  await page.keyboard.type('01012020')
  await expect(page).toHaveURL(/from=2020-01-01/)
  await expect(page.getByText('No requests in this period.')).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/team/usage?by=model&period=24h')
  await expect(page.getByRole('button', { name: 'Only scripted/echo' })).toBeVisible()
  await expect(page.locator('.recharts-bar')).not.toHaveCount(0)
  await page.getByText('Show as table').click()
  await expect(page.getByRole('table', { name: 'Requests by hour and model' })).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoViolations(page)
  }
})

const total = (page: Page) => page.getByRole('definition').first()

function requestsOf(page: Page, name: string) {
  return page.getByRole('link', { name: new RegExp(`requests of ${name}$`) })
}

async function choose(page: Page, dimension: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: dimension }).click()
}

async function callApi(product: { url: string; apiKey: string }, path: string, body: object): Promise<void> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
}
