import { readFile } from 'node:fs/promises'
import { comeAlive } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'
import {
  answerTo,
  ask,
  openSearch,
  openSources,
  questionBox,
  said,
  sentence,
  sources,
} from './support/search-page.ts'

const question = 'What moves the tides?'

test('S7 a shared URL fills in the question, focuses Run, and sends nothing', async ({ page, searcher }) => {
  const before = searcher.queries.length
  await page.goto(`/search?q=${encodeURIComponent(question)}`)

  await expect(page.getByRole('button', { name: /^Run/ })).toBeFocused()
  await expect(questionBox(page)).toHaveValue(question)
  await expect(page).toHaveURL(/\/search$/)
  expect(searcher.queries).toHaveLength(before)
})

test('S7 after one confirmation, this browser runs shared URLs at once', async ({ page, searcher }) => {
  using _ = searcher.refuse(403)
  await page.goto('/search')
  await comeAlive(page)
  await page.getByText('Share in URL').click()
  await page.getByRole('switch', { name: /^Run questions/ }).check()

  await page.goto(`/search?q=${encodeURIComponent(question)}`)

  await expect(answerTo(page, question)).toBeVisible()
})

test('the run bar names the model that answers: the default that Providers shows, or the selected one', async ({
  page,
}) => {
  await page.goto('/search')
  await comeAlive(page)
  const runBar = page.locator('[data-run]').locator('..')
  await expect(runBar).toContainText('local/qwen2.5-coder-0.5b-instruct')

  await page.getByRole('combobox', { name: /^Chat model:/ }).click()
  await page.getByRole('option', { name: /^scripted\/echo/ }).click()

  await expect(runBar).toContainText('scripted/echo')
})

test('S1 S2 S3 an answer has its steps, its sources, and citations that link to them', async ({
  page,
  site,
}) => {
  await openSearch(page, question)
  await ask(page)
  const answer = answerTo(page, question)

  await expect(answer.getByRole('group', { name: 'Steps' })).toContainText(/Search \d+ ms/)
  await expect(said(page, /^Answer finished, \d+ sources?, /)).toBeAttached()
  await expect(sources(page).getByRole('link', { name: 'Tides', exact: true })).toHaveAttribute(
    'href',
    `${site.origin}/docs/tides`,
  )
  await expect(sources(page).getByText('SearXNG').first()).toBeVisible()
  await expect(sources(page).getByText('Jun 21, 2025').first()).toBeVisible()
  const mark = answer.getByRole('group', { name: 'Answer' }).getByRole('link').first()
  await expect(mark).toHaveAccessibleName(/^Source \d+: .+, 127\.0\.0\.1:\d+$/)
  await expect(mark).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  const href = (await mark.getAttribute('href')) ?? ''
  expect(href.startsWith(`${site.origin}/docs/`)).toBe(true)
  // No site icons: each is a letter.
  await expect(page.locator('img')).toHaveCount(0)

  await mark.hover()

  await expect(page.getByText(/^\d+ · 127\.0\.0\.1/)).toBeVisible()
})

test('S3 the waterfall has a bar for each step, and the backends of the search', async ({ page }) => {
  await openSearch(page, question)
  await ask(page)
  const steps = answerTo(page, question).getByRole('group', { name: 'Steps' })

  await steps.getByText('Waterfall').click()

  const waterfall = steps.getByRole('table', { name: 'Steps of the search over time' })
  const search = waterfall.getByRole('row', { name: /^Search/ })
  await expect(search.getByRole('cell').first()).toHaveAccessibleName(/^\d+ ms to \d+ ms$/)
  await expect(search).toContainText(/SearXNG: \d+/)
  await expect(waterfall.getByRole('row', { name: /^Write/ })).toBeVisible()
})

test('S20 a sentence leads to its passage, and back to all sentences of that source', async ({ page }) => {
  await openSearch(page, question)
  await ask(page)
  const evidence = page.getByRole('group', { name: 'Evidence' })

  await sentence(page, 'The moon moves').click()

  await expect(evidence.getByRole('blockquote')).toContainText(['The moon moves the tides.'])
  await expect(evidence).toContainText('3 of 3 words')
  await expect(sentence(page, 'The moon moves')).toHaveAttribute('aria-pressed', 'true')
  await evidence.getByRole('button', { name: 'Highlight its sentences' }).first().click()
  await expect(page.locator('a[data-marked]').first()).toBeVisible()
  await evidence.getByRole('button', { name: 'Close' }).click()
  await expect(evidence).toBeHidden()
})

test('S20 a sentence is checked by a rerank model, whose request is shown', async ({ page }) => {
  await openSearch(page, question)
  await ask(page)
  await sentence(page, 'The moon moves').click()
  const evidence = page.getByRole('group', { name: 'Evidence' })

  await evidence.getByRole('button', { name: 'Check' }).click()

  await expect(evidence.getByRole('status')).toContainText(/\[\d+\] \d.* \(0 to 1\)$/)
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await page.getByRole('radio', { name: 'Rerank' }).check()
  await expect(page.getByRole('region', { name: 'request body' })).toContainText('The moon moves')
})

test('S21 the panel shows backend, query and rank of each source', async ({ page }) => {
  await openSearch(page, question)
  await ask(page)
  const panel = await openSources(page)

  await panel.getByText('Why this source').first().click()

  const why = panel.getByRole('listitem').first()
  await expect(why.getByText('SearXNG')).toBeVisible()
  await expect(why.getByRole('term')).toContainText(['Found by', 'Query', 'Rank', 'Published'])
})

test('S8 an answer is copied as Markdown with footnotes, and as data', async ({ page, site }) => {
  await openSearch(page, question)
  await ask(page)
  const read = async (name: string) => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).last().click()
    return readFile(await (await started).path(), 'utf8')
  }

  const markdown = await read('Markdown')
  const data = JSON.parse(await answerJson()) as { question: string; sources: readonly unknown[] }

  expect(markdown).toMatch(/^# What moves the tides\?\n\n[^]*\[\^1\]/)
  expect(markdown).toContain(`<${site.origin}/docs/tides>`)
  expect(data.question).toBe(question)
  expect(data.sources).toMatchObject([{ metadata: { title: 'Tides' } }])

  async function answerJson() {
    const started = page.waitForEvent('download')
    await page.getByRole('article').getByRole('button', { name: 'JSON' }).click()
    return readFile(await (await started).path(), 'utf8')
  }
})

test('S3 a running search shows its step and time limit, and Stop ends it', async ({ page, searcher }) => {
  await openSearch(page, question)
  using held = searcher.hold()
  await page.keyboard.press('ControlOrMeta+Enter')
  await held.asked

  const steps = page.getByRole('group', { name: 'Steps' })
  await expect(steps).toContainText(/of at most (120\.0 s|two minutes)/)
  await page.getByRole('button', { name: /^Stop/ }).click()

  await expect(steps).toContainText('Stopped')
  await expect(said(page, 'Stopped. Partial answer shown.')).toBeAttached()
})

test('Stop keeps the partial text, and a model failure names the next step', async ({ page }) => {
  const writing = (model: string) => ({ focusMode: 'writingAssistant', chatModel: { model } })
  await openSearch(page, 'Write something', writing('scripted/hang-3'))
  await page.keyboard.press('ControlOrMeta+Enter')
  const answer = page.getByRole('group', { name: 'Answer', exact: true })
  await expect(answer).toContainText('word0')
  // The toast of the link is still shown; it does not handle keys.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  await expect(answer).toContainText('word0')

  await page.goto('about:blank')
  await openSearch(page, 'Write something', writing('scripted/error-event-3'))
  await ask(page)

  await expect(page.getByRole('alert', { name: 'Error' })).toContainText('The answer model failed')
})
