import { expect, test } from 'vitest'
import { createThumbnailSeal, thumbnailPath } from './thumbnail-seal.ts'

const url = 'https://images.example/llama.jpg?size=small'

function sealed(address: string | null): string {
  return address?.slice(thumbnailPath.length + 1) ?? ''
}

test('a sealed URL opens, on this and on other gateways of the server', () => {
  const address = createThumbnailSeal('secret').seal(url)

  expect(address).toMatch(/^\/v1\/thumbnails\/[\w-]+$/)
  expect(address).not.toContain('images.example')
  expect(createThumbnailSeal('secret').open(sealed(address))).toBe(url)
})

test('another secret, a changed byte or a forged seal opens nothing', () => {
  const seal = createThumbnailSeal('secret')
  const bytes = Buffer.from(sealed(seal.seal(url)), 'base64url')

  expect(createThumbnailSeal('another').open(bytes.toString('base64url'))).toBeNull()
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(seal.open(changed.toString('base64url'))).toBeNull()
  }
  for (const text of ['', 'x', url, Buffer.from(url).toString('base64url'), 'A'.repeat(5000)]) {
    expect(seal.open(text)).toBeNull()
  }
})

test('a seal is valid for seven days', () => {
  let now = 1_763_700_000_000
  const seal = createThumbnailSeal('secret', () => now)
  const address = sealed(seal.seal(url))

  now += 7 * 24 * 3_600_000
  expect(seal.open(address)).toBe(url)
  now += 1
  expect(seal.open(address)).toBeNull()
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '/etc/passwd',
  `https://a.example/${'x'.repeat(2048)}`,
])('%s is not sealed', address => {
  expect(createThumbnailSeal('secret').seal(address)).toBeNull()
})
