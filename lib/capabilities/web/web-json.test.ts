import { expect, test } from 'vitest'
import { countTurns } from '#lib/web/fetch/__fixtures__/count-turns.ts'
import { writeWebJson } from './web-json.ts'

const written = async (value: object): Promise<string> => {
  const { parts } = await writeWebJson(value)
  return Buffer.concat(parts).toString()
}

test.each([
  [{}],
  [{ a: undefined, b: null, c: [], d: {}, e: [undefined, null], f: 1.5, g: true, '"\n': '"\\\u2028\u0000' }],
  [
    {
      links: Array.from({ length: 1234 }, (_, at) => `https://example.com/${at}`),
      deep: { a: [{ b: [1] }] },
    },
  ],
  [{ text: '"\n\u0001é漢'.repeat(50_000), after: 1 }],
])('the bytes are those of JSON.stringify (%#)', async value => {
  expect(await written(value)).toBe(JSON.stringify(value))
})

test('a character that is cut in two is the same character', async () => {
  const value = { text: `a${'👩'.repeat(40_000)}`, lone: `\ud800${'x'.repeat(40_000)}\udc00` }

  expect(JSON.parse(await written(value))).toEqual(value)
})

test('the event loop stays responsive while a large response is serialized', async () => {
  const turns = await countTurns(() => writeWebJson({ text: '\n'.repeat(8_000_000) }))

  expect(turns).toBeGreaterThan(200)
})
