import { expect, test } from 'vitest'
import { withoutFiles } from './without-files.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='

test('a message loses its image and keeps its text and URLs', () => {
  const words = { type: 'text', text: 'What is this? data: nothing, it says' }
  const elsewhere = { type: 'image_url', image_url: { url: 'https://a.example/x.png' } }
  const content = [words, { type: 'image_url', image_url: { url: picture } }, elsewhere]

  const { value, removed } = withoutFiles({ model: 'a', messages: [{ role: 'user', content }] })

  expect(value).toEqual({ model: 'a', messages: [{ role: 'user', content: [words, elsewhere] }] })
  expect(removed).toBe(1)
})

test('files in a list and single files are removed and counted', () => {
  const { value, removed } = withoutFiles({
    draft: { input: [picture, 'words', [picture]], audio: picture, n: [1, null] },
  })

  expect(value).toEqual({ draft: { input: ['words', []], n: [1, null] } })
  expect(removed).toBe(3)
})
