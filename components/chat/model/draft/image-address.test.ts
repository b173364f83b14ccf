import { expect, test } from 'vitest'
import { checkImageFile, checkModelReadsImages, imageBytesMax, readImageAddress } from './image-address.ts'

test('the size of a data address is that of its bytes', () => {
  for (const size of [0, 1, 2, 3, 100]) {
    const url = `data:image/png;base64,${btoa('x'.repeat(size))}`
    expect(readImageAddress(url)).toEqual({ kind: 'data', mediaType: 'image/png', sizeBytes: size })
  }
})

test('an address on the web is known by its host alone', () => {
  expect(readImageAddress('https://cats.example:8443/a.png?x=1')).toEqual({
    kind: 'web',
    host: 'cats.example:8443',
  })
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'blob:x', 'https://', ''])(
  '%s is no image address',
  url => {
    expect(readImageAddress(url)).toEqual({ kind: 'other' })
  },
)

test('a file is refused with the reason in words', () => {
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: 5 })).toBeNull()
  expect(checkImageFile({ name: 'a.svg', type: 'image/svg+xml', size: 5 })).toContain(
    'a.svg is image/svg+xml',
  )
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: imageBytesMax + 1 })).toContain(
    'the limit is 20 MB',
  )
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: 0 })).toContain('empty')
})

test('only a model that says it reads text alone is warned about', () => {
  expect(checkModelReadsImages({ id: 'm', input: ['text'] })).toContain('m reads no images')
  expect(checkModelReadsImages({ id: 'm', input: ['text', 'image'] })).toBeNull()
  expect(checkModelReadsImages({ id: 'm' })).toBeNull()
  expect(checkModelReadsImages(null)).toBeNull()
})
