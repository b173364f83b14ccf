import { neighbours, openEmbeddings, show, textsBox, fidelityLine } from './support/embeddings-page.ts'
import { expect, test } from './support/server.ts'

// Loads a real model and calls it many times, on a machine that may be busy.
test.describe.configure({ timeout: 240_000 })

test('the embedded model finds the partner of each of 20 paraphrase pairs, with no key and no server', async ({
  page,
}) => {
  await openEmbeddings(page, 'local/bge-small-en-v1.5')
  await page.getByRole('button', { name: 'Sample set' }).click()
  await page.getByRole('menuitem', { name: /^Paraphrase pairs/ }).click()
  await expect(page.getByText('40 texts')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+Enter')

  // A real model, loaded on a machine that may be busy.
  await expect(fidelityLine(page)).toBeVisible({ timeout: 80_000 })
  await expect(page.getByText('40 texts · 384 dimensions')).toBeVisible()
  const texts = (await textsBox(page).inputValue()).split('\n')
  const find = page.getByRole('searchbox', { name: 'Find texts' })
  const partners = new Map<string, string | null>()
  for (const text of texts) {
    await find.fill(text)
    await page
      .getByRole('region', { name: 'Matching texts' })
      .getByRole('listitem')
      .getByRole('button')
      .click()
    await expect(neighbours(page)).toHaveCount(10)
    partners.set(text, await neighbours(page).first().locator('span').first().textContent())
  }

  expect(partners.size).toBe(40)
  const missed = [...partners].filter(([text, nearest]) => partners.get(nearest ?? '') !== text)
  expect(missed).toEqual([])
})

test('E23: a model with fixed dimensions gets no dimensions parameter', async ({ page }) => {
  await openEmbeddings(page, 'local/bge-small-en-v1.5')
  await textsBox(page).fill('apples\nred cherries\nbread and salt')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(fidelityLine(page)).toBeVisible({ timeout: 80_000 })

  await show(page, 'Dimensions')
  await page.getByRole('slider', { name: 'Dimensions' }).press('Home')

  await expect(page.getByText('local/bge-small-en-v1.5 itself always returns 384')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Request \d/ })).toHaveCount(0)
})
