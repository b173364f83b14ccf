import { expect, test } from './support/server.ts'
import { ask, openSearch } from './support/search-page.ts'

const player = 'https://www.youtube-nocookie.com'

test('S4 images are served from our origin, load on request, and open enlarged', async ({ page, site }) => {
  await openSearch(page, 'What moves the tides?')
  await ask(page)
  const show = page.getByRole('button', { name: 'Show 3 images' })
  await expect(show).toBeVisible()
  await expect(page.getByText(`from ${site.host}`).first()).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)

  await show.click()

  const picture = page.getByRole('img', { name: 'The harbour 1' })
  await expect(picture).toHaveAttribute('src', /\/v1\/thumbnails\//)
  await expect(picture).toHaveJSProperty('complete', true)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'The harbour 1' }).press('Enter')
  const large = page.getByRole('dialog', { name: 'Image 1 of 3' })
  await expect(large.getByRole('img', { name: 'The harbour 1' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Image 2 of 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'The harbour 1' })).toBeFocused()
})

test.describe('a video', () => {
  test.use({ clickedOrigins: [player] })

  test('S4 is loaded by a click, in a frame without access to this page', async ({ page }) => {
    const asked: string[] = []
    await page.route(`${player}/**`, route => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
    })
    await openSearch(page, 'What moves the tides?')
    await ask(page)
    await page.getByRole('button', { name: 'Show 1 video' }).click()
    await expect(page.getByRole('link', { name: 'Tides in a minute on youtube.com' })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(asked).toEqual([])

    await page.getByRole('button', { name: 'Load from youtube-nocookie.com' }).click()

    const frame = page.locator('iframe[title="Tides in a minute"]')
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
    await expect.poll(() => asked).toEqual([`${player}/embed/abc123`])
    await page.getByRole('button', { name: 'Close player' }).click()
    await expect(frame).toBeHidden()
  })
})
