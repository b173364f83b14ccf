import { ask, lastAnswer, messageBox, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'

// 2 × 1 pixels.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

test('C5: a selected image shows type, dimensions and size, and reaches an image model unchanged', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo')
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText(/PNG · 2 × 1 · \d+ B/)).toBeVisible()
  await page.getByLabel('Detail').click()
  await page.getByRole('option', { name: 'detail low' }).click()

  await ask(page, 'What is this?')

  expect(upstream.requests.at(-1)?.json?.messages?.[0]?.content).toEqual([
    { type: 'text', text: 'What is this?' },
    {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${png.toString('base64')}`, detail: 'low' },
    },
  ])
})

test('C5: an image can be pasted or dropped; an SVG is rejected with the reason', async ({ page }) => {
  await openChat(page, 'scripted/echo')
  const transfer = await page.evaluateHandle(
    bytes => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'two.png', { type: 'image/png' }))
      data.items.add(new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }))
      return data
    },
    [...png],
  )

  await messageBox(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByRole('img', { name: 'Attached' })).toHaveCount(1)
  await expect(page.getByText('drawing.svg is image/svg+xml. Use PNG, JPEG, WebP or GIF.')).toBeVisible()

  await messageBox(page).evaluate(
    (box, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'two.png', { type: 'image/png' }))
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [...png],
  )
  await expect(page.getByRole('img', { name: 'Attached' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove image' }).first().click()
  await expect(page.getByRole('img', { name: 'Attached' })).toHaveCount(1)
})

test('C5: an image URL is a card; the page does not load it, and the API validates it', async ({ page }) => {
  await openChat(page, 'scripted/echo')
  await page.getByRole('button', { name: 'Image URL' }).click()
  await page.getByRole('textbox', { name: 'Image URL' }).fill('ftp://cats.example/a.png')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an http, https or data URL.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Image URL' }).fill('https://cats.example/a.png')
  await page.keyboard.press('Enter')

  // The fixture fails this test if the page requests anything from cats.example.
  await expect(page.getByRole('link', { name: /Image at cats.example/ })).toHaveAttribute('rel', /noreferrer/)
  await send(page, 'What is this?')
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
})

test('C5: a text-only model triggers a warning before sending', async ({ page }) => {
  await openChat(page, 'local/qwen2.5-coder-0.5b-instruct')

  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: png })

  await expect(page.getByText(/local\/qwen2.5-coder-0.5b-instruct does not support images/)).toBeVisible()
})
