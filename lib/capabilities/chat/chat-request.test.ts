import { expect, test } from 'vitest'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { answerCost, payableTokens } from './chat-request.ts'

const bounds = { tokens: null, answers: 1, predictedTokens: 0, unreadable: null, tiers: [] }

test('the answer that a reservation pays for costs no more than it, requests and searches included', () => {
  const price = operatorPrice('a', { input: 1, output: 2, request: 5, webSearch: 10 }).at(0)
  const target: ChatTarget = {
    publicId: 'a',
    providerId: 'p',
    model: { modelId: 'a' } as ChatTarget['model'],
    price,
    fallbacks: [],
  }
  const others = { webSearch: 3 }
  const reservedNanos = 80_000_000

  const tokens = payableTokens(bounds, target, 100, reservedNanos, others)

  expect(tokens).toBe(22_450)
  expect(answerCost(bounds, target, 100, tokens, others)?.nanos).toBe(reservedNanos)
})
