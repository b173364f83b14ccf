import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { countTokens, cutToTokens } from './count-tokens.ts'
import { countPromptTokens, guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'

test('counts as the tokenizer does, over slices, special tokens as text', async () => {
  expect(await countTokens('hello world')).toBe(2)
  expect(await countTokens('hello world '.repeat(3000))).toBeGreaterThan(5900)
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(0)
})

test('a run of 20,000 equal letters does not take quadratic time', async () => {
  await countTokens('warm')
  const startedAt = performance.now()
  await countTokens('x'.repeat(20_000))

  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test('counting megabytes does not block the event loop', async () => {
  const before = performance.eventLoopUtilization()
  const tokens = await countTokens('The quick brown fox jumps over the lazy dog. '.repeat(70_000))
  const { utilization } = performance.eventLoopUtilization(before)

  expect(tokens).toBeGreaterThan(600_000)
  expect(utilization).toBeLessThan(0.5)
})

test('text, parts, tools, tool calls and images all count', async () => {
  const messages = [{ role: 'user' as const, content: 'hello world' }]
  const base = await countPromptTokens({ model: 'm', messages })
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } }
  const withImage = await countPromptTokens({
    model: 'm',
    messages: [...messages, { role: 'user', content: [image] }],
  })
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{"city":"Paris"}' } }
  const withCall = await countPromptTokens({
    model: 'm',
    messages: [...messages, { role: 'assistant', tool_calls: [call] }],
  })

  expect(withImage - base).toBeGreaterThan(700)
  expect(withCall).toBeGreaterThan(base + 4)
  expect(guessPromptTokens({ model: 'm', messages })).toBeGreaterThanOrEqual(base)
})

test.each([
  ['words', 'The quick brown fox jumps over the lazy dog. '.repeat(900)],
  ['emoji', '👩‍👩‍👧‍👦🙂'.repeat(3000)],
  ['Chinese', '敏捷的棕色狐狸跳过了懒狗。'.repeat(1500)],
])(
  'a truncated text is the beginning of the whole, within the limit and without split characters (%s)',
  async (_, text) => {
    const cut = await cutToTokens(text, 5000)

    expect(text.startsWith(cut)).toBe(true)
    expect(cut.isWellFormed()).toBe(true)
    const tokens = await countTokens(cut)
    expect(tokens).toBeGreaterThan(4980)
    expect(tokens).toBeLessThanOrEqual(5000)
  },
)

test('short texts are not truncated, and counting stops at the limit', async () => {
  expect(await cutToTokens('hello world', 2)).toBe('hello world')
  expect(await cutToTokens('hello world', 1)).toBe('hello')
  expect(await countTokens('word '.repeat(1_000_000), { tokensMax: 100 })).toBeLessThan(10_000)
})
