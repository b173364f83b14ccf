import { expectNoViolations } from './support/axe.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'
import { answerTo, ask, openSearch, openSources, quoting, sentence } from './support/search-page.ts'

const question = 'What moves the tides?'

for (const width of [390, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, in parts, compared, failed`, async ({
    page,
    searcher,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await openPlayground(page, '/search')
    await expectNoViolations(page)

    await openSearch(page, question)
    const held = searcher.hold()
    await page.keyboard.press('ControlOrMeta+Enter')
    await held.asked
    await expect(page.getByRole('group', { name: 'Steps' })).toBeVisible()
    await expectNoViolations(page)
    held[Symbol.dispose]()
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
    await sentence(page, 'The moon moves').click()
    await page.getByRole('button', { name: 'Show 3 images' }).click()
    await page.getByRole('button', { name: 'Show 1 video' }).click()
    await expect(page.getByRole('img', { name: 'The harbour 1' })).toBeVisible()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)

    const panel = await openSources(page)
    await panel.getByRole('checkbox').first().uncheck()
    await panel.getByText('Why this source').first().click()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    await page.goto('about:blank')
    await openSearch(page, question, quoting, [{ focusMode: 'redditSearch' }])
    await ask(page)
    await expect(page.getByRole('table', { name: 'Time per step' })).toBeVisible()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)

    using _ = searcher.refuse(403)
    await page.goto('about:blank')
    await openSearch(page, question)
    await ask(page)
    await expect(page.getByRole('alert', { name: 'Error' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('everything works by keyboard: run, move between sentences, see the evidence, follow up', async ({
  page,
}) => {
  await openSearch(page, question)
  await page.keyboard.press('Enter')
  await expect(answerTo(page, question)).toHaveAttribute('aria-busy', 'false')
  const first = page.locator('[data-sentence]').first()
  await expect(first).toHaveAttribute('tabindex', '0')
  for (let step = 0; step < 60; step += 1) {
    if (await first.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-sentence]').nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('group', { name: 'Evidence' })).toBeVisible()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  const next = page.getByRole('textbox', { name: 'Follow-up question' })
  for (let step = 0; step < 60; step += 1) {
    if (await next.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('What is a chart?')
  await page.keyboard.press('Enter')
  await expect(answerTo(page, 'What is a chart?')).toBeVisible()
})
