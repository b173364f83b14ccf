import { deflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { bodies, payload, type Playground, strangeBodies } from './support/hostile-bodies.ts'
import { hostileEntries } from './support/hostile-entries.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

const playgrounds = Object.keys(bodies) as Playground[]
const toast = '[data-note]'

for (const contract of playgrounds) {
  test(`nothing in a link to ${contract} runs, loads or redirects`, async ({ page }) => {
    const link = toLink({
      contract,
      draft: bodies[contract],
      others: [bodies[contract], payload],
      view: { [payload]: payload, grades: { [payload]: 3 }, shape: payload },
      origin: { contract: '/evil.example', runId: payload, label: payload },
    })

    await page.goto(`/${contract}${link}`)

    await expect(page.getByText('Opened from a link. Nothing has run.')).toBeVisible()
    await lookEverywhere(page)
  })

  test(`a link to ${contract} with values of other types is shown, and can be fixed`, async ({ page }) => {
    const links = strangeBodies(bodies[contract]).map(draft => `/${contract}${toLink({ contract, draft })}`)
    for (const link of links) {
      // Changes only the fragment, which opens the link without a reload; the last one is also loaded.
      if (link === links.at(-1)) await page.goto('about:blank')
      await page
        .locator(toast)
        .evaluateAll(shown => shown.forEach(each => each.setAttribute('data-seen', '')))
      await page.goto(link)
      await expect(
        page.locator(`${toast}:not([data-seen])`, { hasText: 'Opened from a link. Nothing has run.' }),
      ).toBeVisible()
      await expect(page.getByRole('tab', { name: /^(Result|Conversation|Answer)$/ })).toBeVisible()
      await isHarmless(page)
    }
    await lookEverywhere(page)
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
      await page.getByRole('button', { name: 'History' }).click()
      const history = page.getByRole('dialog', { name: 'History' })
      await history.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await expect(history).toBeHidden()
      await expect(page.getByRole('tab', { name: /^(Result|Conversation|Answer)$/ })).toBeVisible()
      await isHarmless(page)
    }
    await lookEverywhere(page)
  })
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
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await isHarmless(page)
}

async function isHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  const found = await page.evaluate(() => ({
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
  expect(found).toEqual({ elements: 0, addresses: [], images: [] })
}
