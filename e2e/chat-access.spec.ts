import { expectNoViolations } from './support/axe.ts'
import { lastAnswer, messageBox, openChat, send } from './support/chat-page.ts'
import { comeAlive, showRequest } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

for (const width of [360, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, failed, compared`, async ({
    page,
    upstream,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const looked = Promise.withResolvers<void>()
    upstream.on('axe', {
      kind: 'answer',
      wait: { beforeEvent: 3, until: looked.promise },
      reasoning: 'Hm.',
      text: [
        '# Title\n\nText with a [link](https://example.com) and `code`.\n\n',
        '```ts\nconst a = 1 // why\n```\n\n',
        '| a | b |\n|---|--:|\n| 1 | 2 |\n\n',
        '- [x] done\n- [ ] open\n',
      ],
    })
    await openChat(page, 'scripted/axe')
    await expectNoViolations(page)
    if (width < 1100) {
      await showRequest(page)
      await expectNoViolations(page)
      await showRequest(page, false)
    }

    await send(page, 'Hi')
    await expect(lastAnswer(page)).toContainText('Title')
    await expectNoViolations(page)
    looked.resolve()
    await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.locator('pre span[style]').first()).toBeVisible()
    await expect(page.getByRole('cell', { name: '2', exact: true })).toHaveCSS('text-align', 'right')
    await expectNoViolations(page)

    upstream.next({ kind: 'error', status: 400 })
    await lastAnswer(page).getByRole('button', { name: 'Regenerate as a branch' }).click()
    await expect(lastAnswer(page).getByRole('alert')).toBeVisible()
    await expectNoViolations(page)

    if (width === 1280) {
      await page.getByRole('button', { name: 'Compare' }).click()
      for (const view of ['Answers', 'Metrics', 'Differences']) {
        await page.getByRole('radio', { name: view }).click()
        await expectNoViolations(page)
      }
    }
  })
}

test('everything works by keyboard: send, stop, edit, switch branches, open the HTTP tab, focus the input', async ({
  page,
  upstream,
}) => {
  upstream.on('typed', { kind: 'answer', text: Array.from({ length: 200 }, () => 'tick '), delayMs: 30 })
  await openChat(page, 'scripted/typed')
  await page.locator('body').press('/')
  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(lastAnswer(page)).toContainText('tick tick')
  await page.keyboard.press('Escape')
  await expect(lastAnswer(page)).toContainText('Stopped')

  upstream.on('typed', { kind: 'answer', text: 'Done.' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(lastAnswer(page)).toContainText('Done.')
  await lastAnswer(page).getByRole('button', { name: 'Previous branch' }).focus()
  await page.keyboard.press('Enter')
  await expect(lastAnswer(page)).toContainText('Stopped')
  await expect(lastAnswer(page).getByRole('button', { name: 'Previous branch' })).toBeFocused()

  await messageBox(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(messageBox(page)).toHaveValue('By keyboard')
  await messageBox(page).fill('')
  await page.getByRole('tab', { name: 'Conversation' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'HTTP' })).toHaveAttribute('aria-selected', 'true')
})

test('it follows the end until the user scrolls up, then offers to jump back', async ({ page, upstream }) => {
  const scrolled = Promise.withResolvers<void>()
  upstream.on('tall', {
    kind: 'answer',
    text: Array.from({ length: 300 }, (_, index) => `Line ${index}\n\n`),
    wait: { beforeEvent: 100, until: scrolled.promise },
    delayMs: 15,
  })
  await openChat(page, 'scripted/tall')
  await send(page, 'Go')
  await expect(lastAnswer(page)).toContainText('Line 90')
  const answers = page.getByRole('group', { name: 'Answers' })
  const awayPx = () =>
    answers.evaluate(element => element.scrollHeight - element.scrollTop - element.clientHeight)
  await expect.poll(awayPx).toBeLessThan(40)
  await answers.hover()
  await page.mouse.wheel(0, -600)
  const jump = page.getByRole('button', { name: 'Jump to latest' })
  await expect(jump).toBeVisible()
  const topPx = () => answers.evaluate(element => element.scrollTop)
  let top = await topPx()
  // Wheel scrolling is animated.
  const isAtRest = async () => {
    const before = top
    top = await topPx()
    return top === before
  }
  await expect.poll(isAtRest).toBe(true)
  scrolled.resolve()
  await expect(lastAnswer(page)).toContainText('Line 140')
  expect(await topPx()).toBe(top)

  await jump.click()
  await expect(lastAnswer(page)).toContainText('Line 299')
  await expect(page.getByText('Line 299', { exact: true })).toBeInViewport()
})

for (const [system, chosen] of [
  ['light', 'Dark'],
  ['dark', 'Light'],
] as const)
  test(`${chosen} is selected on a ${system} system, and stays after a reload`, async ({ page }) => {
    const usedScheme = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('color-scheme'))
    await page.emulateMedia({ colorScheme: system })
    await openChat(page, 'scripted/echo')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: chosen }).click()

    await expect.poll(usedScheme).toBe(chosen.toLowerCase())
    await page.reload()
    await expect.poll(usedScheme).toBe(chosen.toLowerCase())
    await comeAlive(page)
    await page.getByRole('button', { name: 'Theme' }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(chosen)
  })

test('below 1100 px an error leads to the field in the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await openChat(page, 'scripted/echo')
  await showRequest(page)
  await page.getByRole('textbox', { name: 'max_tokens', exact: true }).fill('0')
  await showRequest(page, false)
  await send(page, 'Small')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByRole('button', { name: 'Go to max_tokens' }).click()

  await expect(page.getByRole('textbox', { name: 'max_tokens', exact: true })).toBeFocused()
})

for (const width of [320, 390])
  test(`the page does not scroll sideways at ${width} px, and a question can be sent`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await openChat(page, 'scripted/echo')
    await send(page, 'Small')

    await expect(lastAnswer(page)).toContainText('You said: Small')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
