import { expect, test } from 'vitest'
import { cutBody, cutText } from './capture-cut.ts'

const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

test('what fits is kept as it came, whatever it is', () => {
  for (const body of ['', '{"a":1}', 'not JSON "', '"\\"', 'ünï 🙂'])
    expect(cutBody(bytesOf(body), 100)).toEqual({ text: body, whole: true })
})

test('a character is never cut through', () => {
  const text = 'a€🙂'.repeat(10)
  for (let bytes = 0; bytes < Buffer.byteLength(text); bytes++) {
    const body = cutBody(bytesOf(text), bytes)
    const plain = cutText(text, bytes)
    for (const { text: cut, whole } of [body, plain]) {
      expect(text.startsWith(cut)).toBe(true)
      expect(bytes - Buffer.byteLength(cut)).toBeLessThan(4)
      expect(whole).toBe(false)
    }
  }
})

test('data of any length is a note of its size, and what is around it stays JSON', () => {
  const body = {
    image: `data:image/png;base64,${'A'.repeat(300_000)}`,
    audio: 'B'.repeat(5_000),
    small: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    prose: 'word '.repeat(1_000),
    quoted: `say \\"${'x '.repeat(1_500)}`,
  }

  const { text, whole } = cutBody(bytesOf(body), 100_000)

  expect(whole).toBe(true)
  expect(JSON.parse(text)).toEqual({
    ...body,
    image: 'data:image/png;base64,[300000 bytes not kept]',
    audio: '[5000 bytes not kept]',
  })
})

test('data that never ends is a note too', () => {
  expect(cutBody(bytesOf(`{"a":"data:a/b;base64,${'A'.repeat(9_000)}`), 1_000).text).toBe(
    '{"a":"data:a/b;base64,[9000 bytes not kept]',
  )
})

test('a long text is cut to its limit', () => {
  const { text, whole } = cutBody(bytesOf({ prose: 'word '.repeat(10_000) }), 1_000)

  expect({ length: text.length, whole }).toEqual({ length: 1_000, whole: false })
})
