import { expect, test } from 'vitest'
import { ownPicture } from './own-picture.ts'

test('an image is only loaded from our own origin', () => {
  const origin = 'http://localhost:3000'

  expect(ownPicture('/v1/thumbnails/abc', origin)).toBe('http://localhost:3000/v1/thumbnails/abc')
  expect(ownPicture('http://localhost:3000/v1/thumbnails/x', origin)).toBe(
    'http://localhost:3000/v1/thumbnails/x',
  )
  for (const other of [
    '/v1/library',
    'https://a.test/v1/thumbnails/x',
    '//a.test/x.png',
    'data:image/png;base64,AA',
    '',
    'http://[',
  ])
    expect(ownPicture(other, origin)).toBeNull()
})
