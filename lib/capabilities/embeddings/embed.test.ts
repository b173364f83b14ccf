import { expect, test, describe } from 'vitest'
import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'
import { readVector, writeVector } from './written-vector.ts'
import { toEmbedRequest, fitVectors, fitInputs } from './embed.ts'
import type { EmbeddingModel } from '#lib/providers/embedding/embedding-model.ts'

const target = (facts: Partial<EmbeddingTarget>): EmbeddingTarget => ({
  publicId: 'up/model',
  providerId: 'up',
  model: { providerId: 'up', modelId: 'model', embed: () => Promise.reject(new Error('is not called')) },
  fallbacks: [],
  ...facts,
})
const request = (fields: object) => toEmbedRequest({ model: 'up/model', input: 'x', ...fields })
const answer = (...numbers: number[]) => ({
  vectors: [writeVector(Float32Array.from(numbers), 'float')],
  promptTokens: 1,
  costUsd: null,
})

test('a vector in the requested form keeps its bytes', () => {
  const given = answer(1, 2, 3)

  expect(fitVectors(given, request({}), target({}))[0]).toBe(given.vectors[0])
  expect(fitVectors(given, request({ dimensions: 3 }), target({}))[0]).toBe(given.vectors[0])
})

test('the other encoding carries the same numbers', () => {
  const [vector] = fitVectors(answer(0.1, -0.2), request({ encoding_format: 'base64' }), target({}))

  expect(vector?.encoding).toBe('base64')
  expect(vector && [...readVector(vector)]).toEqual([Math.fround(0.1), Math.fround(-0.2)])
})

test('fewer dimensions are the first ones, normalized unless disabled', () => {
  const adjustable = target({ dimensions: 3, dimensionsAdjustable: true })
  const [scaled] = fitVectors(answer(3, 4, 12), request({ dimensions: 2 }), adjustable)
  const [plain] = fitVectors(answer(3, 4, 12), request({ dimensions: 2, normalized: false }), adjustable)
  const [zero] = fitVectors(answer(0, 0, 1), request({ dimensions: 2 }), adjustable)

  expect(scaled && [...readVector(scaled)]).toEqual([Math.fround(0.6), Math.fround(0.8)])
  expect(plain && [...readVector(plain)]).toEqual([3, 4])
  expect(zero && [...readVector(zero)]).toEqual([0, 0])
})

test('vectors with unexpected or too few dimensions are a provider error', () => {
  const known = target({ dimensions: 4, dimensionsAdjustable: true })

  expect(() => fitVectors(answer(1, 2), request({}), known)).toThrow('2 dimensions instead of 4')
  expect(() => fitVectors(answer(1, 2), request({ dimensions: 3 }), known)).toThrow(
    '2 dimensions instead of 3',
  )
})

test('vectors of a model that ignored dimensions are not cut unless it is known to support that', () => {
  expect(() => fitVectors(answer(1, 2, 3), request({ dimensions: 2 }), target({}))).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', param: 'dimensions' }) as Error,
  )
})

describe('fit inputs', () => {
  const target = (
    contextWindow: number | undefined,
    model: Partial<EmbeddingModel> = {},
  ): EmbeddingTarget => ({
    publicId: 'up/model',
    providerId: 'up',
    model: {
      providerId: 'up',
      modelId: 'model',
      embed: () => Promise.reject(new Error('is not called')),
      ...model,
    },
    contextWindow,
    fallbacks: [],
  })
  const request = (input: string | string[] | number[] | number[][], fields: object = {}) =>
    toEmbedRequest({ model: 'up/model', input, ...fields })
  const words = (count: number) => 'word '.repeat(count)
  const tooLong = (message: string) =>
    expect.objectContaining({
      code: 'context_length_exceeded',
      param: 'input',
      message: expect.stringContaining(message) as string,
    }) as Error

  describe('the window', () => {
    test('an input over it is reported by index', async () => {
      const long = request(['short', words(200)])

      await expect(fitInputs(long, target(100))).rejects.toThrow(tooLong('Input 1 has about 201 tokens'))
    })

    test('a text that only looks too long passes unchanged', async () => {
      const bytes = request('internationalization '.repeat(40))

      expect(await fitInputs(bytes, target(100))).toBe(bytes)
    })

    test('with truncate, longer inputs are cut to it, and others are unchanged', async () => {
      const { inputs } = await fitInputs(request(['short', words(200)], { truncate: true }), target(100))

      expect(inputs).toEqual({
        kind: 'texts',
        texts: ['short', expect.stringMatching(/^(word ){99}word $|^word( word){99}$/)],
      })
    })

    test('a server that measures inputs itself is trusted', async () => {
      const long = request(words(200))

      expect(await fitInputs(long, target(100, { truncates: true }))).toBe(long)
    })

    test('token ids are counted and truncated directly', async () => {
      const takesTokens = target(3, { takesTokens: true })
      const cut = await fitInputs(request([[1, 2, 3, 4], [5]], { truncate: true }), takesTokens)

      await expect(fitInputs(request([1, 2, 3, 4]), takesTokens)).rejects.toThrow(
        tooLong('Input 0 has about 4'),
      )
      expect(cut.inputs).toEqual({ kind: 'tokens', tokens: [[1, 2, 3], [5]] })
    })
  })

  test('token IDs are sent as text to a model that accepts only text', async () => {
    const { inputs } = await fitInputs(request([[9906, 1917], [57339]]), target(100))

    expect(inputs).toEqual({ kind: 'texts', texts: ['Hello world', expect.any(String)] })
  })

  test('a number that is no token ID is named by its input', async () => {
    await expect(fitInputs(request([[9906], [999_999]]), target(100))).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        param: 'input',
        message: expect.stringContaining('Input 1') as unknown,
      }) as Error,
    )
  })

  describe('300,000 tokens in total', () => {
    const many = Array.from({ length: 400 }, () => words(1000))

    test('are the limit per request, for texts and token ids', async () => {
      const ids = Array.from({ length: 2 }, () => Array.from({ length: 150_001 }, () => 1))

      await expect(fitInputs(request(many), target(undefined))).rejects.toThrow(tooLong('300,000'))
      await expect(fitInputs(request(ids), target(undefined, { takesTokens: true }))).rejects.toThrow(
        tooLong('300,000'),
      )
    })

    test('are counted after truncation, by us or by the server', async () => {
      const cut = request(many, { truncate: true })

      expect((await fitInputs(cut, target(100))).inputs).toMatchObject({ kind: 'texts' })
      expect(await fitInputs(cut, target(100, { truncates: true }))).toBe(cut)
    })

    test('are not enforced for a server that truncates at its own context window', async () => {
      const cut = request(words(400_000), { truncate: true })

      expect(await fitInputs(cut, target(undefined, { truncates: true }))).toBe(cut)
      await expect(fitInputs(cut, target(undefined))).rejects.toThrow(tooLong('300,000'))
    })
  })
})
