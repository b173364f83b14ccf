import { expectNoViolations } from './support/axe.ts'
import { fillRequest, openRerank, queryBox, rankedRows, run } from './support/rerank-page.ts'
import { showRequest } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

const fruit = ['apples are red', 'bananas are yellow', 'cherries are red and small', 'dates are brown']

for (const width of [390, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, failed, compared, judged`, async ({
    page,
    upstream,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const show = async (tab: 'Request' | 'Result') => {
      if (width < 1100) await showRequest(page, tab === 'Request')
      // The tooltip of its button is not part of the page.
      await page.mouse.move(1, 1)
    }
    const looked = Promise.withResolvers<void>()
    upstream.on('left', { kind: 'scores', scores: [0.2, 0.3, 0.9, 0.1], until: looked.promise })
    await openRerank(page, 'scripted/left')
    await expectNoViolations(page)
    await show('Request')
    await fillRequest(page, 'red fruit', fruit)
    await page.getByRole('textbox', { name: 'top_n', exact: true }).fill('3')

    await run(page)
    await expect(rankedRows(page, 'scripted/left').first()).toContainText('not ranked')
    await expectNoViolations(page)
    looked.resolve()
    await expect(rankedRows(page, 'scripted/left').first()).toContainText('Rank 1')
    await page.getByRole('slider', { name: 'Threshold' }).fill('0.25')
    await page.getByRole('button', { name: 'Keywords' }).click()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)

    await page.getByRole('radio', { name: 'Moves' }).check()
    await expect(page.getByRole('img', { name: /documents moved/ })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('radio', { name: 'Judgments' }).check()
    await page.getByRole('group', { name: 'Grade of document 3' }).getByRole('radio', { name: '3' }).check()
    await expectNoViolations(page)
    await page.getByRole('radio', { name: 'Order' }).check()
    await expect(page.getByRole('list', { name: 'Ideal order' })).toBeVisible()
    await expectNoViolations(page)

    upstream.on('left', { kind: 'error', status: 400 })
    await run(page)
    await expect(page.getByRole('alert').filter({ hasText: '400' })).toBeVisible()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expectNoViolations(page)
    await show('Request')
    await expect(page.getByRole('group', { name: 'Compared models' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('everything works by keyboard: run, read, sort, set a threshold, grade, reorder', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'scores', scores: [0.2, 0.9] })
  await openRerank(page, 'scripted/left')
  await page.locator('body').press('/')
  await expect(queryBox(page)).toBeFocused()
  await page.keyboard.type('red fruit')
  const tabTo = async (name: string | RegExp, role: 'textbox' | 'button' | 'radio' | 'slider') => {
    const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
    for (let step = 0; step < 80; step += 1) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  await tabTo('Document 1', 'textbox')
  await page.keyboard.type('apples')
  await tabTo('Add document', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Document 2', exact: true })).toBeFocused()
  await page.keyboard.type('red cherries')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('red cherries')

  await tabTo('Input', 'button')
  await page.keyboard.press('Space')
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('apples')
  await tabTo('Threshold', 'slider')
  await page.keyboard.press('End')
  await expect(page.getByText('0 of 2 kept').first()).toBeVisible()

  await page.getByRole('radio', { name: 'Ranking' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Judgments' })).toBeChecked()
  await tabTo('0', 'radio')
  await page.keyboard.press('3')
  const grade = page.getByRole('group', { name: 'Grade of document 2' })
  await expect(grade.getByRole('radio', { name: '3' })).toBeChecked()
  await expect(page.getByRole('tab', { name: 'Result' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Backspace')
  await expect(grade.getByRole('radio', { name: '3' })).not.toBeChecked()

  await page.getByRole('radio', { name: 'Grades' }).focus()
  await page.keyboard.press('ArrowRight')
  await tabTo('Move document 2', 'button')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('list', { name: 'Ideal order' }).getByRole('listitem')).toContainText([
    /apples/,
    /red cherries/,
  ])
})

test('rows animate to their new position, except with reduced motion', async ({ page, upstream }) => {
  upstream.on('left', { kind: 'scores', scores: [0.1, 0.9] })
  const countJourneys = async () => {
    await page.evaluate(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called on the element that it was meant for
      const { animate } = Element.prototype
      Object.assign(window, { journeys: 0 })
      Element.prototype.animate = function (...given) {
        if (this.hasAttribute('data-travel')) Object.assign(window, { journeys: journeys + 1 })
        return animate.apply(this, given)
      }
    })
    await page.getByRole('button', { name: 'Input', exact: true }).click()
    await expect(rankedRows(page, 'scripted/left').first()).toContainText('apples')
    const count = await page.evaluate(() => journeys)
    await page.getByRole('button', { name: 'Score', exact: true }).click()
    return count
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openRerank(page, 'scripted/left')
  await fillRequest(page, 'red', ['apples', 'red cherries'])
  await run(page)
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('red cherries')

  expect(await countJourneys()).toBe(2)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await countJourneys()).toBe(0)
})

test('a ranking longer than the window scrolls in its pane: the page stays as high as the window', async ({
  page,
  upstream,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  upstream.on('left', { kind: 'scores', scores: Array.from({ length: 12 }, (_, index) => index / 12) })
  await openRerank(page, 'scripted/left')
  await fillRequest(
    page,
    'red fruit',
    Array.from({ length: 12 }, (_, index) => `${index} apples are red`),
  )
  await run(page)
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('Rank 1')

  await page.getByRole('button', { name: 'Keywords' }).click()

  await expect(rankedRows(page, 'Keywords (BM25)')).toHaveCount(12)
  await expect(page.locator('html')).toHaveJSProperty('scrollHeight', 480)
})

declare const journeys: number
