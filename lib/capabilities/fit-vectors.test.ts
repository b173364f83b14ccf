import { expect, test } from 'vitest'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { toEmbedRequest } from './embed-request.ts'
import { fitVectors } from './fit-vectors.ts'
import { readVector, writeVector } from './written-vector.ts'

const target = (facts: Partial<EmbeddingTarget>): EmbeddingTarget => ({
  publicId: 'up/model',
  providerId: 'up',
  model: { providerId: 'up', modelId: 'model', embed: () => Promise.reject(new Error('is not asked')) },
  fallbacks: [],
  ...facts,
})
const request = (fields: object) => toEmbedRequest({ model: 'up/model', input: 'x', ...fields })
const answer = (...numbers: number[]) => ({
  vectors: [writeVector(Float32Array.from(numbers), 'float')],
  promptTokens: 1,
  costUsd: null,
})

test('a vector that is as asked keeps its bytes', () => {
  const given = answer(1, 2, 3)

  expect(fitVectors(given, request({}), target({}))[0]).toBe(given.vectors[0])
  expect(fitVectors(given, request({ dimensions: 3 }), target({}))[0]).toBe(given.vectors[0])
})

test('the other encoding carries the same numbers', () => {
  const [vector] = fitVectors(answer(0.1, -0.2), request({ encoding_format: 'base64' }), target({}))

  expect(vector?.encoding).toBe('base64')
  expect(vector && [...readVector(vector)]).toEqual([Math.fround(0.1), Math.fround(-0.2)])
})

test('fewer dimensions are the first ones, scaled to length 1 unless that was refused', () => {
  const adjustable = target({ dimensions: 3, dimensionsAdjustable: true })
  const [scaled] = fitVectors(answer(3, 4, 12), request({ dimensions: 2 }), adjustable)
  const [plain] = fitVectors(answer(3, 4, 12), request({ dimensions: 2, normalized: false }), adjustable)
  const [zero] = fitVectors(answer(0, 0, 1), request({ dimensions: 2 }), adjustable)

  expect(scaled && [...readVector(scaled)]).toEqual([Math.fround(0.6), Math.fround(0.8)])
  expect(plain && [...readVector(plain)]).toEqual([3, 4])
  expect(zero && [...readVector(zero)]).toEqual([0, 0])
})

test('vectors of another length than the model has, or shorter than asked, are the provider’s fault', () => {
  const known = target({ dimensions: 4, dimensionsAdjustable: true })

  expect(() => fitVectors(answer(1, 2), request({}), known)).toThrow('2 dimensions instead of 4')
  expect(() => fitVectors(answer(1, 2), request({ dimensions: 3 }), known)).toThrow(
    '2 dimensions instead of 3',
  )
})

test('a model that took no notice of dimensions, and is not known to be adjustable, is not cut', () => {
  expect(() => fitVectors(answer(1, 2, 3), request({ dimensions: 2 }), target({}))).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', param: 'dimensions' }) as Error,
  )
})
