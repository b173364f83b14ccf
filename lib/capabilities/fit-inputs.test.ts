import { describe, expect, test } from 'vitest'
import type { EmbeddingModel } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { toEmbedRequest } from './embed-request.ts'
import { fitInputs } from './fit-inputs.ts'

const target = (contextWindow: number | undefined, model: Partial<EmbeddingModel> = {}): EmbeddingTarget => ({
  publicId: 'up/model',
  providerId: 'up',
  model: {
    providerId: 'up',
    modelId: 'model',
    embed: () => Promise.reject(new Error('is not asked')),
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
  test('an input that is over it is named by its place', async () => {
    const long = request(['short', words(200)])

    await expect(fitInputs(long, target(100))).rejects.toThrow(tooLong('Input 1 has about 201 tokens'))
  })

  test('a text that only looks too long passes unchanged', async () => {
    const bytes = request('internationalization '.repeat(40))

    expect(await fitInputs(bytes, target(100))).toBe(bytes)
  })

  test('with truncate what is longer is cut to it, and the others stay', async () => {
    const { inputs } = await fitInputs(request(['short', words(200)], { truncate: true }), target(100))

    expect(inputs).toEqual({
      kind: 'texts',
      texts: ['short', expect.stringMatching(/^(word ){99}word $|^word( word){99}$/)],
    })
  })

  test('a server that measures its inputs itself is left to it', async () => {
    const long = request(words(200))

    expect(await fitInputs(long, target(100, { truncates: true }))).toBe(long)
  })

  test('token ids are counted and cut as they are', async () => {
    const takesTokens = target(3, { takesTokens: true })
    const cut = await fitInputs(request([[1, 2, 3, 4], [5]], { truncate: true }), takesTokens)

    await expect(fitInputs(request([1, 2, 3, 4]), takesTokens)).rejects.toThrow(
      tooLong('Input 0 has about 4'),
    )
    expect(cut.inputs).toEqual({ kind: 'tokens', tokens: [[1, 2, 3], [5]] })
  })
})

test('token ids are refused where the model takes texts', async () => {
  await expect(fitInputs(request([1, 2]), target(100))).rejects.toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', param: 'input' }) as Error,
  )
})

describe('300,000 tokens in all', () => {
  const many = Array.from({ length: 400 }, () => words(1000))

  test('are the most of one request, in texts and in token ids', async () => {
    const ids = Array.from({ length: 2 }, () => Array.from({ length: 150_001 }, () => 1))

    await expect(fitInputs(request(many), target(undefined))).rejects.toThrow(tooLong('300,000'))
    await expect(fitInputs(request(ids), target(undefined, { takesTokens: true }))).rejects.toThrow(
      tooLong('300,000'),
    )
  })

  test('count what is left after cutting, by us or by the server', async () => {
    const cut = request(many, { truncate: true })

    expect((await fitInputs(cut, target(100))).inputs).toMatchObject({ kind: 'texts' })
    expect(await fitInputs(cut, target(100, { truncates: true }))).toBe(cut)
  })

  test('are left to a server that cuts at a window of its own', async () => {
    const cut = request(words(400_000), { truncate: true })

    expect(await fitInputs(cut, target(undefined, { truncates: true }))).toBe(cut)
    await expect(fitInputs(cut, target(undefined))).rejects.toThrow(tooLong('300,000'))
  })
})
