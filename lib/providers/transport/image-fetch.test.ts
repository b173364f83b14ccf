import { expect, test } from 'vitest'
import { createFetchImage } from './image-fetch.ts'
import type { SafeFetchOptions } from '#lib/web/fetch/safe-fetch.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
const { signal } = new AbortController()

function fetching(bytes: Buffer, status = 200) {
  const asked: SafeFetchOptions[] = []
  const fetchImage = createFetchImage((url, options) => {
    asked.push(options)
    const body = (async function* () {
      yield await Promise.resolve(bytes)
    })()
    return Promise.resolve({
      status,
      url,
      headers: {},
      body,
      bytes: () => Promise.resolve(bytes),
      abort: () => undefined,
    })
  })
  return { asked, fetchImage: () => fetchImage('https://a.example/x', { signal, param: 'messages.0' }) }
}

test.each([
  ['image/png', png],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', webp],
])('%s is recognized by its first bytes', async (type, bytes) => {
  expect(await fetching(bytes).fetchImage()).toBe(`data:${type};base64,${bytes.toString('base64')}`)
})

test('an invalid or missing image is a client error with its path', async () => {
  const wrong = { code: 'invalid_value', param: 'messages.0' }

  await expect(fetching(Buffer.from('<svg/>')).fetchImage()).rejects.toMatchObject(wrong)
  await expect(fetching(png, 404).fetchImage()).rejects.toMatchObject(wrong)
})

test('it is limited to 20 MB and reports its field', async () => {
  const { asked, fetchImage } = fetching(png)

  await fetchImage()

  expect(asked[0]).toMatchObject({ bytesMax: 20 * 1024 * 1024, param: 'messages.0', signal })
})
