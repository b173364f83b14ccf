import type { Browser, Page } from '@playwright/test'
import { percentile } from './gateway-load.ts'
import { median } from './gateway-measures.ts'
import { linksOf } from './map-links.ts'
import { openMap } from './map-ours.ts'
import { loadPage, type PageLoad } from './pages-load.ts'
import { responseTimes } from './pages-response-times.ts'
import { fillRequests } from './requests-fill.ts'
import { type Row, toRow } from './row.ts'
import { startBrowser } from './start-browser.ts'
import { comeAlive, startConsole } from './start-console.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPlot } from './viewer-ours.ts'

const rounds = 5
const playgrounds = ['/chat', '/embeddings', '/rerank', '/map', '/scrape', '/search', '/documents']
const others = ['/', '/library', '/models', '/connect', '/team/usage', '/team/requests', '/team/keys']
// A URL without a page: the sidebar, a heading and nothing else.
const emptyPage = '/team/none'
const playgroundKilobytes = 240
const otherKilobytes = 220
const paintGoalMs = 1000
const responseGoalMs = 200

/**
 * The pages of the console: their first load beside that of an empty page of the same frame, and how soon they respond
 * with 20,000 texts, a map of 100,000 links and a log of a million requests.
 */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  await fillRequests({ dataDir: `${folder.path}/data`, databaseUrl: null })
  const { url } = resources.use(await startConsole(folder.path))
  const browser = await startBrowser()
  resources.defer(() => browser.close())
  const rows = await measureLoads(browser, url)
  for (const [name, open] of Object.entries(heavyPages(url, folder.path))) {
    const times = await responseTimes(browser, open)
    rows.push(
      toRow({ name: `${name}: response to input, p50`, unit: 'ms', ours: median(times) }),
      toRow({
        name: `${name}: response to input, p95`,
        unit: 'ms',
        ours: percentile(times, 0.95),
        goal: responseGoalMs,
      }),
    )
  }
  return rows
}

async function measureLoads(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of [...playgrounds, ...others]) {
    const loads = { ours: [] as PageLoad[], empty: [] as PageLoad[] }
    for (let round = 0; round < rounds; round += 1) {
      loads.empty.push(await loadPage(browser, url + emptyPage))
      loads.ours.push(await loadPage(browser, url + path))
    }
    const of = (each: readonly PageLoad[], figure: keyof PageLoad) => median(each.map(load => load[figure]))
    const kilobytes = playgrounds.includes(path) ? playgroundKilobytes : otherKilobytes
    rows.push(
      toRow({
        name: `${path}: script of the first load, gzipped`,
        unit: 'KB',
        ours: of(loads.ours, 'scriptKilobytes'),
        peer: of(loads.empty, 'scriptKilobytes'),
        peerName: 'an empty page',
        goal: kilobytes,
      }),
      toRow({
        name: `${path}: largest paint, median of ${rounds}`,
        unit: 'ms',
        ours: of(loads.ours, 'paintMs'),
        peer: of(loads.empty, 'paintMs'),
        peerName: 'an empty page',
        goal: paintGoalMs,
      }),
    )
  }
  return rows
}

type OpenPage = (page: Page) => Promise<() => Promise<void>>

/** Opens a page with much data; the result uses it like a person. */
function heavyPages(url: string, folder: string): Readonly<Record<string, OpenPage>> {
  return {
    '20,000 texts': async page => {
      const plot = await openPlot(page, url, folder, 20_000)
      return async () => {
        for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-', '0', 'Enter']) await plot.press(key)
        await plot.click({ position: { x: 200, y: 200 } })
        await page.getByRole('searchbox', { name: 'Find texts' }).pressSequentially('topic 3')
        await page.getByRole('tab', { name: 'Table', exact: true }).click()
        await page.getByRole('tab', { name: 'Map', exact: true }).click()
      }
    },
    'a map of 100,000 links': async page => {
      await openMap(page, url, linksOf(100_000))
      return async () => {
        await page.getByRole('treeitem').first().click()
        for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Space', 'End', 'Home'])
          await page.keyboard.press(key)
        const filter = page.getByRole('searchbox', { name: 'Filter links' })
        await filter.pressSequentially('article-9')
        await filter.fill('')
        await page.getByRole('tab', { name: 'List', exact: true }).click()
        await page.getByRole('tab', { name: 'Tree', exact: true }).click()
      }
    },
    'a log of a million requests': async page => {
      await page.goto(`${url}/team/requests`)
      await comeAlive(page)
      await page.locator('[data-request]').first().waitFor()
      return async () => {
        await page.locator('[data-request]').first().click()
        for (const key of ['j', 'j', 'k', 'Escape', '/']) await page.keyboard.press(key)
        await page.keyboard.type('model-7')
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.press('Backspace')
        await page.keyboard.press('Escape')
      }
    },
  }
}
