import { expectNoViolations } from './support/axe.ts'
import { addressesBox, openScrape, pageRows, reader, scrape, showForm } from './support/scrape-page.ts'
import { expect, test } from './support/server.ts'

for (const width of [390, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, failed`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    using held = site.hold('/docs/boats')
    await openScrape(page)
    for (const format of ['html', 'links'])
      await page.getByRole('checkbox', { name: format, exact: true }).check()
    await expectNoViolations(page)

    await scrape(
      page,
      `${site.origin}/docs/tides`,
      `${site.origin}/docs/boats`,
      `${site.origin}/gone`,
      `${site.origin}/pictures/1.png`,
      'no address',
    )
    await expect(pageRows(page).nth(3)).toContainText('Failed: ')
    await expect(pageRows(page).nth(0)).toContainText('Read: ')
    await expectNoViolations(page)
    held.release()
    await expect(page.getByText(/^3 of 4 read/)).toBeVisible()
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
    if (width === 1280) {
      await showForm(page, 'Links')
      await expectNoViolations(page)
      await showForm(page, 'HTML')
      await expect(reader(page).getByRole('group', { name: 'html code' })).toBeVisible()
      await expectNoViolations(page)
      await showForm(page, 'Cleaning')
      await page.getByRole('button', { name: 'Read whole page' }).click()
      await expect(reader(page).getByRole('deletion').first()).toBeVisible()
      await expectNoViolations(page)
    }
    await pageRows(page).nth(3).getByRole('button').first().click()
    await expect(page.getByRole('alert').filter({ hasText: '415' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('everything works by keyboard: type, run, step through pages, formats and links', async ({
  page,
  site,
}) => {
  await openScrape(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${site.origin}/docs/tides\n${site.origin}/docs/boats\n${site.origin}/about`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^3 of 3 read/)).toBeVisible()
  const tabTo = async (name: string | RegExp, role: 'button' | 'tab' | 'checkbox' | 'tabpanel') => {
    const target = page.getByRole(role, { name }).first()
    for (let step = 0; step < 40; step += 1) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  await tabTo(/^Read: Tides/, 'button')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(reader(page)).toContainText('A boat floats')
  await page.keyboard.press('j')
  await expect(reader(page)).toContainText('Friends of the harbour')
  await page.keyboard.press('k')
  await expect(reader(page)).toContainText('A boat floats')

  await tabTo('Markdown', 'tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(reader(page).getByRole('tabpanel')).toContainText('# Boats')
  for (const _ of ['Text', 'HTML', 'Links']) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo('Retry with links', 'button')
  await page.keyboard.press('Enter')
  const links = reader(page).getByRole('list', { name: 'Links' })
  await expect(links.getByRole('listitem').first()).toBeVisible()
  await page.locator('body').press('/')
  await expect(addressesBox(page)).toBeFocused()
  await tabTo(/\/$/, 'checkbox')
  await page.keyboard.press('Space')
  await expect(reader(page)).toContainText('1 selected')
  await page.keyboard.press('ArrowDown')
  await expect(links.getByRole('checkbox').nth(1)).toBeFocused()
})

test('a screen reader hears the start and the end, and each failure of a single page', async ({
  page,
  site,
}) => {
  using held = site.hold('/about')
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`, `${site.origin}/about`)
  await held.asked
  const said = page.getByRole('status').filter({ hasText: /page/i })
  await expect(said.filter({ hasText: 'Reading 2 pages' })).toHaveCount(1)

  held.release()
  await expect(said.filter({ hasText: /^2 of 2 pages read$/ })).toHaveCount(1)

  await scrape(page, `${site.origin}/pictures/1.png`)
  await expect(said.filter({ hasText: /^Failed: .*image\/png/ })).toHaveCount(1)
})
