import { expect, test } from 'vitest'
import { chooseWindow } from './context-window.ts'

const gibibyte = 1024 ** 3
const entry = { trainedContextTokens: 32_768, memoryBytes: 2 * gibibyte, cacheBytesPerToken: 32 * 1024 }

test.each([
  ['the wanted window where memory suffices', 16_384, 24, 16_384],
  ['half of it where it does not', 32_768, 6, 16_384],
  ['4,096 tokens on the smallest machine', 8192, 1, 4096],
  ['no more than the model was trained with', 65_536, 64, 32_768],
])('%s', (_, wantedTokens, gibibytes, tokens) => {
  const choice = { wantedTokens, parallel: 2, totalMemoryBytes: gibibytes * gibibyte }

  expect(chooseWindow(entry, choice).tokens).toBe(tokens)
})

test('each further token takes its keys and values in every parallel call', () => {
  const choice = { wantedTokens: 8192, parallel: 2, totalMemoryBytes: 24 * gibibyte }

  expect(chooseWindow(entry, choice).memoryBytes).toBe(2.25 * gibibyte)
})
