import type { Locator, Page } from 'playwright'
import { pageAddresses } from '#e2e/support/console-addresses.ts'
import { toShareable, toShareLink } from '#components/playground/share/model/share-link.ts'
import type { Section } from '#scripts/equality/sections.ts'
import { draftsFor } from './drafts.ts'
import { type KeptInBrowser, readStorage } from './read-storage.ts'
import { snapshot } from './snapshot.ts'
import { startConsole } from './start-console.ts'

/**
 * The accessibility tree of every console page, initially and after use, and the data it stores in the
 * browser.
 */
export const recordPages: Section = async write => {
  await using running = await startConsole()
  const { server, browser, site, mask } = running
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  const page = await context.newPage()
  const visit = async (address: string) => {
    await page.goto(server.url + address)
    return snapshot(page, mask)
  }
  for (const address of pageAddresses()) write(`new/${fileOf(address)}`, await visit(address))
  for (const [name, draft] of Object.entries(draftsFor(site.origin))) {
    const link = await toShareLink(toShareable(draft))
    if (link.kind !== 'link') throw new Error(`The draft of ${name} is too large for a link.`)
    write(`drafts/${name}.yaml`, await visit(`/${name}${link.fragment}`))
    await runDraft(page)
    write(`runs/${name}.yaml`, await snapshot(page, mask))
    for (const tab of ['HTTP', 'Code', 'JSON', 'Timing']) {
      const found = page.getByRole('tab', { name: tab, exact: true })
      if ((await found.count()) !== 1) continue
      // A run that is just ending may replace the tab with its result.
      for (let round = 0; round < 3 && !(await isSelected(found)); round++) {
        await found.click()
        await snapshot(page, mask)
      }
      write(`runs/${name}-${tab.toLowerCase()}.yaml`, await snapshot(page, mask))
    }
  }
  for (const address of pageAddresses()) write(`used/${fileOf(address)}`, await visit(address))
  write('storage.json', describeStorage(await readStorage(page)))
}

async function isSelected(tab: Locator): Promise<boolean> {
  return (await tab.getAttribute('aria-selected')) === 'true'
}

async function runDraft(page: Page): Promise<void> {
  const ended = page.waitForResponse(response => response.url().includes('/api/run/'), { timeout: 20_000 })
  await page.keyboard.press('ControlOrMeta+Enter')
  await (await ended).finished()
}

function fileOf(address: string): string {
  return `${address === '/' ? 'start' : address.slice(1).replaceAll('/', '-')}.yaml`
}

/** Storage names and record fields only, because the values vary. */
function describeStorage({ local, session, databases }: KeptInBrowser): object {
  const parse = (text: string) => (/^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text)
  const fields = (kept: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(kept)
        .toSorted(byName)
        .map(([key, text]) => [key, shapeOf(parse(text))]),
    )
  const stores = Object.entries(databases)
    .toSorted(byName)
    .map(([name, kept]) => [
      name,
      Object.fromEntries(
        Object.entries(kept).map(([store, records]) => [
          store,
          [...new Set(records.map(each => JSON.stringify(shapeOf(each))))].toSorted(),
        ]),
      ),
    ])
  return { local: fields(local), session: fields(session), databases: Object.fromEntries(stores) as object }
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/^[0-9a-f]{24}$/, '<id>'), shapeOf(inner)]),
  )
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
