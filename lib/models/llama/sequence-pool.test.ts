import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { expect, test } from 'vitest'
import { createSequencePool } from './sequence-pool.ts'

const template = range(0, 20)
const boats = [...template, ...range(100, 300)]
const trees = [...template, ...range(400, 600)]

test('a conversation continues on its cached sequence', () => {
  const pool = createSequencePool([sequence(boats), sequence(trees)])

  expect(remembers(pool.take([...trees, ...range(900, 910)]))).toBe(trees)
  expect(remembers(createSequencePool([sequence(trees), sequence(boats)]).take([...boats, 1 as Token]))).toBe(
    boats,
  )
})

test('a new conversation overwrites the least recently used one', () => {
  const pool = createSequencePool([sequence(boats), sequence(trees)])
  pool.take(boats).release()

  expect(remembers(pool.take([...template, ...range(700, 710)]))).toBe(trees)
})

test('a sequence in use is not assigned twice', () => {
  const pool = createSequencePool([sequence(boats), sequence(trees)])
  const first = pool.take(boats)
  expect(remembers(pool.take(boats))).toBe(trees)
  expect(() => pool.take(boats)).toThrow(/no free sequence/)

  first.release()
  expect(remembers(pool.take(boats))).toBe(boats)
})

interface Fake {
  readonly remembered: readonly Token[]
}

function sequence(remembered: readonly Token[]): LlamaContextSequence {
  const fake: Fake & Pick<LlamaContextSequence, 'compareContextTokens'> = {
    remembered,
    compareContextTokens: tokens => {
      const different = tokens.findIndex((token, index) => token !== remembered[index])
      return { firstDifferentIndex: different === -1 ? tokens.length : different }
    },
  }
  return fake as unknown as LlamaContextSequence
}

function remembers({ sequence: taken }: { sequence: LlamaContextSequence }): readonly Token[] {
  return (taken as unknown as Fake).remembered
}

function range(from: number, to: number): Token[] {
  return Array.from({ length: to - from }, (_, index) => (from + index) as Token)
}
