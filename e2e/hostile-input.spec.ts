import { deflateRawSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { bodies, payload, type Playground, strangeBodies } from './support/hostile-bodies.ts'
import { hostileEntries } from './support/hostile-entries.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

const playgrounds = Object.keys(bodies) as Playground[]
const toast = '[data-note]'

for (const contract of playgrounds) {
  test(`nothing in a link to ${contract} runs, loads or redirects, and values of other types are shown`, async ({
    page,
  }) => {
    const links = [
      toLink({
        contract,
        draft: bodies[contract],
        others: [bodies[contract], payload],
        view: { [payload]: payload, grades: { [payload]: 3 }, shape: payload },
        origin: { contract: '/evil.example', runId: payload, label: payload },
      }),
      ...strangeBodies(bodies[contract]).map(draft => toLink({ contract, draft })),
    ]
    for (const [index, link] of links.entries()) {
      // Changes only the fragment, which opens the link without a reload; the last one is also loaded.
      if (index === links.length - 1) await page.goto('about:blank')
      await page
        .locator(toast)
        .evaluateAll(shown => shown.forEach(each => each.setAttribute('data-seen', '')))
      await page.goto(`/${contract}${link}`)
      await expect(
        page.locator(`${toast}:not([data-seen])`, { hasText: 'Opened from a link. Nothing has run.' }),
      ).toBeVisible()
      await expect(result(page)).toBeVisible()
      if (index === 0 || index === links.length - 1) await lookEverywhere(page)
      else await isHarmless(page)
    }
  })

  test(`nothing in an imported history of ${contract} runs, loads or redirects`, async ({ page }) => {
    const entries = hostileEntries(contract)
    await openPlayground(page, `/${contract}`)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByLabel('History file').setInputFiles({
      name: 'history.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(entries.map(entry => JSON.stringify(entry)).join('\n')),
    })
    await expect(page.getByText(`${entries.length} imported, 0 skipped`)).toBeVisible()

    await page.keyboard.press('Escape')

    for (const { name } of entries) {
      await page.evaluate(openFromHistory, name)
      await expect(result(page)).toBeVisible()
      await isHarmless(page)
    }
    await lookEverywhere(page)
  })
}

function result(page: Page): Locator {
  return page.getByRole('tab', { name: /^(Result|Conversation|Answer)$/ })
}

/** Runs in the page, frame by frame: dozens of entries in one test. */
async function openFromHistory(name: string): Promise<void> {
  const patienceFrames = 600
  const until = async <Found>(find: () => Found | null | undefined): Promise<Found> => {
    for (let frame = 0; frame < patienceFrames; frame += 1) {
      const found = find()
      if (found !== null && found !== undefined) return found
      await new Promise(requestAnimationFrame)
    }
    throw new Error(`${name} was not opened`)
  }
  const buttonOf = (text: string) =>
    Array.from(document.querySelectorAll<HTMLElement>('button')).find(button =>
      (button.ariaLabel ?? button.innerText).startsWith(text),
    )
  const panel = () => document.querySelector('[aria-label="History file"]')
  const history = await until(() => buttonOf('History'))
  history.click()
  const entry = await until(() => panel() && buttonOf(name))
  entry.click()
  await until(() => (panel() === null ? true : null))
}

/** Encoded by hand: attackers do not use our page to create links. */
function toLink(value: object): string {
  return `#v1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`
}

async function lookEverywhere(page: Page): Promise<void> {
  for (const tab of ['HTTP', 'Code', /^(Result|Conversation|Answer)$/]) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await isHarmless(page)
  }
  const json = page.getByRole('button', { name: 'JSON', exact: true })
  await json.click()
  await isHarmless(page)
  await json.click()
}

async function isHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (window as unknown as { hit?: number }).hit ?? null,
    elements: document.querySelectorAll(
      'main :is(iframe, object, embed, form[action], base, meta, link, [onload], [onerror])',
    ).length,
    addresses: [...document.querySelectorAll('main [href]')]
      .map(each => each.getAttribute('href') ?? '')
      .filter(href => !/^(\/(?!\/)|#|https?:|blob:)/.test(href)),
    images: [...document.images]
      .map(image => image.src)
      .filter(source => !/^(data:|blob:)/.test(source) && new URL(source).origin !== location.origin),
  }))
  expect(found).toEqual({ hit: null, elements: 0, addresses: [], images: [] })
}
