import { expect, test } from 'vitest'
import { checkImageFile, checkModelReadsImages, imageBytesMax, readImageAddress } from './image-address.ts'

test('the size of a data URL is that of its bytes', () => {
  for (const size of [0, 1, 2, 3, 100]) {
    const url = `data:image/png;base64,${btoa('x'.repeat(size))}`
    expect(readImageAddress(url)).toEqual({ kind: 'data', mediaType: 'image/png', sizeBytes: size })
  }
})

test('a web URL is identified by its host', () => {
  expect(readImageAddress('https://cats.example:8443/a.png?x=1')).toEqual({
    kind: 'web',
    host: 'cats.example:8443',
  })
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'blob:x', 'https://', ''])(
  '%s is not an image URL',
  url => {
    expect(readImageAddress(url)).toEqual({ kind: 'other' })
  },
)

test('a file is rejected with a reason', () => {
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: 5 })).toBeNull()
  expect(checkImageFile({ name: 'a.svg', type: 'image/svg+xml', size: 5 })).toContain(
    'a.svg is image/svg+xml',
  )
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: imageBytesMax + 1 })).toContain(
    'the limit is 20 MB',
  )
  expect(checkImageFile({ name: 'a.png', type: 'image/png', size: 0 })).toContain('empty')
})

test('only a text-only model triggers the warning', () => {
  expect(checkModelReadsImages({ id: 'm', input: ['text'] })).toContain('m does not support images')
  expect(checkModelReadsImages({ id: 'm', input: ['text', 'image'] })).toBeNull()
  expect(checkModelReadsImages({ id: 'm' })).toBeNull()
  expect(checkModelReadsImages(null)).toBeNull()
})
