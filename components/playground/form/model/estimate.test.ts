import { expect, test } from 'vitest'
import { estimateCostUsd, estimateDraft, observedTokensPerByte } from './estimate.ts'

function chat(content: unknown, more: object = {}) {
  return { contract: 'chat', body: { model: 'm', messages: [{ role: 'user', content }], ...more } }
}

test('a token is estimated at four bytes in any script', () => {
  const short = estimateDraft(chat(''))
  const latin = estimateDraft(chat('a'.repeat(400)))
  const emoji = estimateDraft(chat('😀'.repeat(100)))

  expect(latin.tokens - short.tokens).toBe(100)
  expect(emoji.tokens).toBe(latin.tokens)
})

test('parameters do not count as tokens, tools do', () => {
  const plain = estimateDraft(chat('Hello'))

  expect(estimateDraft(chat('Hello', { temperature: 1, user: 'x'.repeat(500) }))).toEqual(plain)
  expect(estimateDraft(chat('Hello', { tools: [{ function: { name: 'weather' } }] })).tokens).toBeGreaterThan(
    plain.tokens,
  )
})

test('images are counted separately, whatever their size', () => {
  const url = `data:image/png;base64,${'A'.repeat(1_000_000)}`

  const estimate = estimateDraft(
    chat([
      { type: 'text', text: 'See' },
      { type: 'image_url', image_url: { url } },
    ]),
  )

  expect(estimate.images).toBe(1)
  expect(estimate.tokens).toBeLessThan(50)
})

test("the model's last observed ratio replaces the default estimate", () => {
  const draft = chat('word '.repeat(200))
  const ratio = observedTokensPerByte(draft, 205)

  expect(ratio).not.toBeNull()
  expect(estimateDraft(draft, ratio ?? 0).tokens).toBeGreaterThanOrEqual(205)
  expect(estimateDraft(draft, ratio ?? 0).tokens).toBeLessThanOrEqual(206)
})

test('a run without text usage yields no ratio', () => {
  expect(observedTokensPerByte(chat([{ type: 'image_url' }]), 900)).toBeNull()
  expect(observedTokensPerByte({ body: {} }, 9)).toBeNull()
  expect(observedTokensPerByte(chat('x'.repeat(100)), 0)).toBeNull()
})

test('cost covers the prompt and the longest possible answer', () => {
  const price = { input: 2, output: 10 }

  expect(estimateCostUsd({ tokens: 1_000_000 }, price, 500)).toEqual({
    promptUsd: 2,
    answerUsdMax: 0.005,
  })
  expect(estimateCostUsd({ tokens: 500 }, price, null).answerUsdMax).toBeNull()
})

test('when texts are read separately the longest must fit, in a chat all together', () => {
  const texts = estimateDraft({ body: { input: ['a'.repeat(400), 'b'.repeat(40), 'c'] } })
  const ranked = estimateDraft({
    body: { query: 'q'.repeat(40), documents: ['a'.repeat(400), 'b'.repeat(400)] },
  })
  const said = estimateDraft(chat('a'.repeat(400)))

  expect(texts).toEqual({ tokens: 111, longestTokens: 100, images: 0 })
  expect(ranked).toEqual({ tokens: 210, longestTokens: 110, images: 0 })
  expect(said.longestTokens).toBe(said.tokens)
})

test('token arrays are counted exactly', () => {
  expect(estimateDraft({ body: { input: [5, 6, 7] } })).toMatchObject({ tokens: 3, longestTokens: 3 })
  expect(estimateDraft({ body: { input: [[5, 6, 7], [8]] } })).toMatchObject({ tokens: 4, longestTokens: 3 })
  expect(observedTokensPerByte({ body: { input: [5, 6, 7] } }, 3)).toBeNull()
})
