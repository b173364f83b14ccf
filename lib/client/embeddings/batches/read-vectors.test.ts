import { describe, expect, test } from 'vitest'
import { readVectors } from './read-vectors.ts'

const answer = (data: unknown, usage: unknown = { prompt_tokens: 5, total_tokens: 5 }) =>
  JSON.stringify({ object: 'list', model: 'm', data, usage })
const base64 = (...numbers: number[]) =>
  btoa(String.fromCharCode(...new Uint8Array(Float32Array.from(numbers).buffer)))

describe('vectors of an answer', () => {
  test('numbers and base64 give the same bits, by index whatever their order', () => {
    const floats = answer([
      { index: 1, embedding: [0.1, 3e-38] },
      { index: 0, embedding: [-1, 0.25] },
    ])
    const encoded = answer([
      { index: 0, embedding: base64(-1, 0.25) },
      { index: 1, embedding: base64(0.1, 3e-38) },
    ])

    const expected = {
      status: 'read',
      model: 'm',
      dimensions: 2,
      values: Float32Array.of(-1, 0.25, 0.1, 3e-38),
      tokens: 5,
    }
    expect(readVectors(floats, 2)).toEqual(expected)
    expect(readVectors(encoded, 2)).toEqual(expected)
  })

  test('null where a server could not write NaN is NaN', () => {
    expect(readVectors(answer([{ index: 0, embedding: [1, null] }]), 1)).toMatchObject({
      values: Float32Array.of(1, NaN),
    })
  })

  test('tokens that were not counted are unknown, not nought', () => {
    expect(readVectors(answer([{ index: 0, embedding: [1] }], {}), 1)).toMatchObject({ tokens: null })
  })

  test.each([
    ['no JSON', 'oops', 'The answer is not JSON.'],
    ['too few vectors', answer([]), 'The answer has 0 vectors for 2 texts.'],
    [
      'an index twice',
      answer([
        { index: 0, embedding: [1] },
        { index: 0, embedding: [1] },
      ]),
      'index 0',
    ],
    [
      'an index beyond the texts',
      answer([
        { index: 0, embedding: [1] },
        { index: 2, embedding: [1] },
      ]),
      'index 2',
    ],
    [
      'other dimensions',
      answer([
        { index: 0, embedding: [1, 2] },
        { index: 1, embedding: [1] },
      ]),
      'Vector 1 has 1 dimensions, others have 2.',
    ],
    [
      'base64 that is none',
      answer([
        { index: 0, embedding: '***' },
        { index: 1, embedding: '***' },
      ]),
      'Vector 0 is neither numbers nor base64.',
    ],
    [
      'base64 of half a number',
      answer([
        { index: 0, embedding: 'AAA=' },
        { index: 1, embedding: 'AAA=' },
      ]),
      'Vector 0 is neither numbers nor base64.',
    ],
    [
      'texts among the numbers',
      answer([
        { index: 0, embedding: ['1'] },
        { index: 1, embedding: [1] },
      ]),
      'Vector 0 is neither numbers nor base64.',
    ],
  ])('%s is told, not shown as vectors', (_, body, reason) => {
    expect(readVectors(body, 2)).toEqual({ status: 'wrong', reason: expect.stringContaining(reason) })
  })
})
