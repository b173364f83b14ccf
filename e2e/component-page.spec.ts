import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/server.ts'

test('the page of all controls has no axe violations', async ({ page }) => {
  await page.goto('/components')
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
  await expect(page.getByRole('alert', { name: 'Error' })).toBeVisible()
  await expectNoViolations(page)
})
