import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { ask as askChat, openChat } from '#e2e/support/chat-page.ts'
import { guide, pdfFile, textFile } from '#e2e/support/document-files.ts'
import { documentRows, openDocuments, readFiles } from '#e2e/support/documents-page.ts'
import { embed, openEmbeddings, twoTopics } from '#e2e/support/embeddings-page.ts'
import { openLibrary } from '#e2e/support/library-page.ts'
import { mapSite } from '#e2e/support/map-page.ts'
import { comeAlive, openPlayground } from '#e2e/support/open-playground.ts'
import { fillRequest, openRerank, rankedRows, run as runRerank } from '#e2e/support/rerank-page.ts'
import { openScrape, reader, scrape } from '#e2e/support/scrape-page.ts'
import { ask as askSearch, openSearch } from '#e2e/support/search-page.ts'
import { expect } from '#e2e/support/server.ts'
import type { LocalSite } from '#e2e/support/site.ts'
import type { ScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { freeze } from './freeze.ts'
import { chatModel, test } from './pictures-server.ts'
import { weekdayAnswer, weekdayQuestion } from './weekday.ts'

interface Tools {
  readonly page: Page
  readonly site: LocalSite
  readonly upstream: ScriptedUpstream
}

type Prepare = (tools: Tools) => Promise<void>

// Home and Requests come first: the others add requests.
const mainPages: Readonly<Record<string, Prepare>> = {
  async home({ page }) {
    await expect(async () => {
      await page.goto('/')
      // The gateway writes usage in batches.
      await expect(page.getByText('4 of 4 done')).toBeVisible({ timeout: 2_000 })
      await expect(page.getByText('Done', { exact: true })).toHaveCount(5, { timeout: 2_000 })
    }).toPass()
  },
  async requests({ page }) {
    // A header, eight requests and two that indexed the library.
    await expect(async () => {
      await page.goto('/team/requests')
      await expect(page.getByRole('row')).toHaveCount(11, { timeout: 2_000 })
    }).toPass()
  },
  async connect({ page }) {
    await page.goto('/connect')
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible()
    await expect(page.locator('pre span[style]').last()).toBeVisible()
  },
  async models({ page }) {
    await page.goto('/models')
    await expect(page.getByText(chatModel).first()).toBeVisible()
  },
  async library({ page }) {
    await openLibrary(page)
    await expect(page.getByText('Harbor handbook').first()).toBeVisible()
  },
  async chat({ page, upstream }) {
    upstream.on('echo', { kind: 'answer', text: weekdayAnswer })
    await openChat(page, chatModel)
    await askChat(page, weekdayQuestion)
    // The colors of the code arrive after the answer.
    await expect(page.locator('pre span[style]').first()).toBeVisible()
  },
  async embeddings({ page }) {
    await openEmbeddings(page, 'openai/text-embedding-3-small')
    await embed(page, twoTopics)
  },
  async rerank({ page }) {
    await openRerank(page, 'openai/rerank-1')
    await fillRequest(page, 'When is high tide?', [
      'High tide is at noon.',
      'The tide follows the moon.',
      'Bread needs flour, salt and yeast.',
    ])
    await runRerank(page)
    await expect(rankedRows(page, /rerank-1/).first()).toBeVisible()
  },
  async map({ page, site }) {
    await mapSite(page, site.origin)
  },
  async scrape({ page, site }) {
    await openScrape(page)
    await scrape(page, `${site.origin}/docs/tides`)
    await expect(reader(page)).toContainText('The moon moves the tides')
  },
  async search({ page }) {
    await openSearch(page, 'What moves the tides?')
    await askSearch(page)
  },
  async documents({ page }) {
    await openDocuments(page)
    await readFiles(
      page,
      await pdfFile('guide.pdf', guide),
      textFile('fees.csv', 'length,euros\n8,14\n', 'text/csv'),
    )
    await expect(documentRows(page)).toHaveCount(2)
    await expect(page.getByText('2 read', { exact: true })).toBeVisible()
  },
  async components({ page }) {
    await page.goto('/components')
    await expect(page.locator('pre span[style]').first()).toBeVisible()
    await expect(page.getByRole('alert', { name: 'Error' })).toBeVisible()
  },
}

// Light, at 1440 px.
const otherPages: Readonly<Record<string, Prepare>> = {
  async docs({ page }) {
    await page.goto('/docs/api')
    await expect(page.locator('pre span[style]').first()).toBeVisible()
  },
  async providers({ page }) {
    await page.goto('/team/providers')
    await expect(page.getByText('openai').first()).toBeVisible()
  },
  async comparison({ page, upstream }) {
    for (const model of ['echo', 'echo-large']) upstream.on(model, { kind: 'answer', text: weekdayAnswer })
    await openChat(page, chatModel, 'openai/gpt-5')
    await comeAlive(page)
    await page.keyboard.type(weekdayQuestion)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('ValueError')).toHaveCount(2)
    await expect(page.locator('pre span[style]').last()).toBeVisible()
  },
  async palette({ page }) {
    await openPlayground(page, '/chat')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
  },
}

// Charts: their shape depends on the time of the requests and on their durations.
const varying = [
  'main .recharts-responsive-container',
  'main svg[preserveAspectRatio="none"]',
  'main .items-end:has(> span[style])',
  'td :has(> span.bg-control[style])',
]

test.beforeEach(({ browser }) => {
  const folder = folderOf(browser)
  const approves = test.info().config.updateSnapshots !== 'none'
  test.skip(
    !approves && !existsSync(path.join(import.meta.dirname, 'approved', folder)),
    `No approved pictures for ${folder}. Approve them: npm run test:pictures -- --update-snapshots`,
  )
})

/** Each major version of Chromium draws text differently, so each has its own pictures. */
function folderOf(browser: Browser | null): string {
  return `chromium-${browser?.version().split('.')[0] ?? 'unknown'}`
}

for (const [name, prepare] of Object.entries(mainPages))
  test(`${name} looks as approved in light, in dark and at 390 px`, async ({ page, site, upstream }) => {
    await prepare({ page, site, upstream })
    await compare(page, `${name}-light-1440`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await compare(page, `${name}-dark-1440`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await compare(page, `${name}-light-390`)
  })

for (const [name, prepare] of Object.entries(otherPages))
  test(`${name} looks as approved`, async ({ page, site, upstream }) => {
    await prepare({ page, site, upstream })
    await compare(page, `${name}-light-1440`)
  })

async function compare(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await freeze(page)
  await expect.soft(page).toHaveScreenshot([folderOf(page.context().browser()), `${name}.png`], {
    maxDiffPixelRatio: 0.002,
    mask: varying.map(selector => page.locator(selector)),
    maskColor: '#8f96a5',
  })
}
