import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { openEmbeddings, openTexts } from './support/embeddings-page.ts'
import { expect, test } from './support/server.ts'

const lines = Array.from(
  { length: 2100 },
  (_, index) => `Ticket ${index} is about a parcel that did not arrive.`,
)

test('B7, E2: the HTTP tab lists the requests of a batch and opens each, the footer sums them', async ({
  page,
}) => {
  await openEmbeddings(page, 'scripted/vectors')
  await openTexts(page, lines)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByLabel('Run metrics')).toContainText('200 · 2 of 2 requests')
  await page.getByRole('tab', { name: 'HTTP' }).click()

  const batch = page.getByRole('region', { name: 'Requests of the batch' })
  await expect(batch.getByRole('row')).toHaveCount(3)
  await expect(requestBody(page)).toContainText('"Ticket 0 is about')
  await batch.getByRole('button', { name: 'Show request 2' }).click()
  await expect(requestBody(page)).toContainText('"Ticket 2048 is about')
  await expect(requestBody(page)).not.toContainText('"Ticket 0 is about')
  await expectNoViolations(page)
})

test('a large body is truncated everywhere, and shown in full on request', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await openTexts(
    page,
    lines.map(line => `${line} ${line} ${line}`),
  )
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByText(/^First 20,000 of \d{3},\d{3} characters/)).toBeVisible()
  await expect(requestBody(page)).not.toContainText('Ticket 1000 is')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(requestBody(page)).toContainText('Ticket 1000 is')

  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByLabel('Snippet: request.sh')).toContainText('--data-binary @body.json')
  await expect(page.getByRole('button', { name: 'body.json' })).toBeVisible()

  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(page.getByText(/kB of text. Editing will be slow/)).toBeVisible()
  await page.getByRole('button', { name: 'Edit anyway' }).click()
  await expect(page.getByLabel('Request body (JSON)')).toContainText('"Ticket 0 is about')
})

function requestBody(page: Page) {
  return page.getByLabel('request body', { exact: true }).last()
}
