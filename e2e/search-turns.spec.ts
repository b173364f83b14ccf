import type { Page } from '@playwright/test'
import type { LaunchedServer } from './support/launch-server.ts'
import { outcome, treeItem } from './support/map-page.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'
import {
  answerTo,
  ask,
  openSearch,
  openSources,
  questionBox,
  quoting,
  sources,
} from './support/search-page.ts'

async function findInLibrary(
  page: Page,
  { url, apiKey }: LaunchedServer,
  query: string,
): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await page.request.post(`${url}/v1/library/search`, { headers, data: { query } })
  return ((await response.json()) as { data: readonly unknown[] }).data
}

const first = 'What moves the tides?'
const second = 'And what is a chart of depths?'
/** Two pages say one half each. */
const twoSources = 'When is the tide highest, and when is the tide smallest?'

test('S5 a follow-up uses the conversation, can be edited, and survives a reload', async ({ page }) => {
  await openSearch(page, first)
  await ask(page)
  await page.getByRole('textbox', { name: 'Follow-up question' }).fill(second)
  const sent = page.waitForRequest(request => request.url().endsWith('/api/run/v1/web'))
  await page.keyboard.press('Enter')
  const { params } = (await sent).postDataJSON() as { params: { query: string; history: string[][] } }
  expect(params.query).toBe(second)
  expect(params.history.map(([role]) => role)).toEqual(['human', 'assistant'])
  await expect(answerTo(page, second)).toHaveAttribute('aria-busy', 'false')
  await expect(answerTo(page, first)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Follow-up question' })).toHaveValue('')

  await page.reload()

  await expect(answerTo(page, first)).toBeVisible()
  await expect(answerTo(page, second)).toBeVisible()
  await expect(answerTo(page, first).getByRole('group', { name: 'Sources' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit question 1' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Where do boats float?')
  await page.getByRole('button', { name: 'Run from here' }).click()

  await expect(answerTo(page, 'Where do boats float?')).toBeVisible()
  await expect(answerTo(page, second)).toBeHidden()
  // Earlier questions remain in the history.
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByRole('button', { name: /^And what is a chart/ }).click()
  await expect(history).toBeHidden()
  await expect(answerTo(page, second)).toBeVisible()
})

test('S22 a question is answered from fewer sources by a chat, whose request is shown', async ({
  page,
  upstream,
}) => {
  await openSearch(page, twoSources)
  await ask(page)
  const panel = await openSources(page)
  const all = await panel.getByRole('checkbox').count()
  await panel.getByRole('checkbox').first().uncheck()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const again = page.getByRole('group', { name: 'Answer from fewer sources' })
  await again.getByRole('combobox', { name: /^Chat model for fewer/ }).click()
  await page.getByRole('combobox', { name: 'Find a model' }).fill('scripted/echo')
  await page.getByRole('option', { name: 'scripted/echo' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Find a model' })).toBeHidden()
  const before = upstream.requests.length

  await again.getByRole('button', { name: `Regenerate from ${all - 1} of ${all} sources` }).click()

  await expect(again).toContainText(twoSources)
  expect(upstream.requests).toHaveLength(before + 1)
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await page.getByRole('radio', { name: 'Chat' }).check()
  await expect(page.getByRole('region', { name: 'request body' })).toContainText('scripted/echo')
})

test('S24 two settings answer side by side: common sources, and the time of each step', async ({ page }) => {
  await openSearch(page, first)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('radio', { name: 'Academic' }).last().check()
  await ask(page)

  const both = page.getByRole('article')
  await expect(both).toHaveCount(2)
  await expect(page.getByText(/^(No sources|1 source|\d+ sources) in common\.$/)).toBeVisible()
  const times = page.getByRole('table', { name: 'Time per step' })
  await expect(times.getByRole('row', { name: /^Search/ })).toContainText(/ms/)

  await page.reload()

  await expect(both).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-pressed', 'true')
})

test('S23 without a working backend, the page lists the backends, the reasons and how to set one up', async ({
  page,
  searcher,
}) => {
  using _ = searcher.refuse(403)
  await openSearch(page, first)
  await ask(page)

  await expect(page.getByRole('alert', { name: 'Error' })).toContainText('json is not in search.formats')
  const remedy = page.getByRole('group', { name: 'No sources' })
  await expect(remedy.getByRole('link', { name: 'Add documents to the library' })).toBeVisible()
  await expect(remedy.getByRole('link', { name: 'Add search backend' })).toHaveAttribute(
    'href',
    '/team/providers',
  )
  await expect(page.getByRole('group', { name: 'Sources', exact: true })).toBeHidden()
})

test('S23 if only the library responds, the page says so and names the failed backend', async ({
  page,
  server,
  searcher,
}) => {
  const question = 'Who winds the harbour clock?'
  const kept = await page.request.post(`${server.url}/v1/library`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
    data: { title: 'Harbour clock', text: 'The warden winds the harbour clock.', collection: 'clocks' },
  })
  expect(kept.status()).toBe(200)
  const { id } = (await kept.json()) as { id: string }
  await expect
    .poll(async () => (await findInLibrary(page, server, question)).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
  using _ = searcher.refuse(403)
  await openSearch(page, question, { ...quoting, library: undefined })
  // Parameters sent by default were not set by the user.
  await expect(page.getByText('Parameters', { exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'details' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Reset details' })).toBeHidden()
  await page.getByText('All collections').click()
  await page.getByRole('group', { name: 'Collections' }).getByRole('checkbox', { name: 'clocks' }).check()
  await expect(page.getByText('Only clocks')).toBeVisible()
  const sent = page.waitForRequest(request => request.url().endsWith('/api/run/v1/web'))
  await ask(page)

  const { params } = (await sent).postDataJSON() as { params: { library: unknown } }
  expect(params.library).toEqual(['clocks'])
  await expect(answerTo(page, question)).toContainText('The warden winds the harbour clock')
  const note = page.getByRole('note', { name: 'About this search' })
  await expect(note).toContainText('Only your library responded')
  await expect(note.getByRole('list', { name: 'Failed backends' })).toContainText(
    /^SearXNG: .*json is not in search\.formats/,
  )
  await note.getByText('Or set an environment variable').click()
  await expect(note).toContainText('SEARXNG_URL')

  await page.getByRole('switch', { name: 'Your library' }).uncheck()
  await expect(page.getByText('Only clocks')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert', { name: 'Error' })).toContainText('the library was excluded')
  await page.request.delete(`${server.url}/v1/library/${id}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  })
})

test('S23 a search that finds nothing says so, and which backend found nothing', async ({ page }) => {
  await openSearch(page, 'zyzzyva')
  await ask(page)

  const card = page.getByRole('group', { name: 'No sources' })
  await expect(card.getByRole('row', { name: /^SearXNG no results/ })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Add search backend' })).toBeVisible()
  // Said once: the text of the response is part of the note.
  await expect(page.getByText('No results for “zyzzyva”.')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Answer', exact: true })).toBeHidden()
})

test('sources are sent to a ranking, and links of a map limit a search to their sites', async ({
  page,
  site,
}) => {
  await openSearch(page, twoSources)
  await ask(page)
  await page.getByRole('button', { name: /^Send \d+ sources to$/ }).click()
  await page.getByRole('menuitem', { name: 'Rerank' }).click()
  await expect(page).toHaveURL(/\/rerank$/)
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue(twoSources)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await expect(sources(page)).toBeVisible()

  await openPlayground(page, '/map')
  await page.keyboard.type(`${site.origin}/docs/tides`)
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toContainText('links')
  await treeItem(page, site.host).press('Space')
  await page.getByRole('button', { name: 'Send selection to' }).first().click()
  await page.getByRole('menuitem', { name: 'Search' }).click()

  await expect(page).toHaveURL(/\/search$/)
  await expect(questionBox(page)).toHaveValue('site:127.0.0.1 ')
})

test('a shared link restores question and settings, and runs nothing', async ({ page, searcher }) => {
  const before = searcher.queries.length
  await openSearch(page, first, quoting, [{ optimizationMode: 'balanced' }])

  // The second settings are in the request, which comes before the composer.
  await expect(page.getByRole('radio', { name: 'Fast' }).last()).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Chat model: local/extractive' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Balanced' }).first()).toBeChecked()
  expect(searcher.queries).toHaveLength(before)
})
