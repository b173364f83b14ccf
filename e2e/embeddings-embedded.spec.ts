import { neighbours, openEmbeddings, show, tableRows, trustLine } from './support/embeddings-page.ts'
import { expect, test } from './support/product.ts'

test('the embedded model finds the partner of each of 20 paraphrase pairs, with no key and no server', async ({
  page,
}) => {
  await openEmbeddings(page, 'local/bge-small-en-v1.5')
  await page.getByRole('button', { name: 'Sample set' }).click()
  await page.getByRole('menuitem', { name: /^Paraphrase pairs/ }).click()
  await expect(page.getByText('40 texts')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Enter')

  // A real model, loaded on a machine that may be busy.
  await expect(trustLine(page)).toBeVisible({ timeout: 80_000 })
  await expect(page.getByText('40 texts · 384 dimensions')).toBeVisible()
  await show(page, 'Table')
  const partners = new Map<string, string>()
  for (let place = 0; place < 40; place += 1) {
    await tableRows(page).first().focus()
    await page.keyboard.press(place < 20 ? 'Home' : 'End')
    await page.locator(`[data-place="${place}"]`).press('Enter')
    await expect(neighbours(page)).toHaveCount(10)
    const nearest = await neighbours(page).first().locator('span').first().textContent()
    const asked = await page
      .getByRole('region', { name: 'Nearest neighbours' })
      .locator('p')
      .first()
      .textContent()
    partners.set(asked ?? '', nearest ?? '')
    await show(page, 'Table')
  }

  expect(partners.size).toBe(40)
  const missed = [...partners].filter(([text, nearest]) => partners.get(nearest) !== text)
  expect(missed).toEqual([])
})
