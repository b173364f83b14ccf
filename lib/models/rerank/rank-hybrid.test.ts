import { expect, test } from 'vitest'
import { findEntry } from '#lib/models/catalog.ts'
import { createScriptedSmallModel } from '#lib/models/http/__fixtures__/scripted-small-model.ts'
import { addLikeness, rankHybrid, hybridScore, wordCoverage, readWords, toWindows } from './rank-hybrid.ts'
import fc from 'fast-check'

test('query words are limited to the context window, whatever separates them', async () => {
  const entry = findEntry('local/bge-small-en-v1.5')
  if (entry?.kind !== 'embeddings') throw new Error('the catalog has no embedder')
  const embedder = await createScriptedSmallModel().loadOnnx(entry, { model: '', tokenizer: '' })
  // A tokenizer does not split at a zero-width space: all of it is one token.
  const query = [...Array.from({ length: 600 }, (_, at) => `word${at}`), 'last'].join('\u200b')
  const documents = ['first', 'last', 'word1']
  const question = { query, documents, maxTokensPerDoc: 100, similarityFloor: 0 }

  const { scores } = await rankHybrid(embedder, question, { key: '', signal: new AbortController().signal })
  const [none = 1, late = 0, early = 0] = scores

  expect(late).toBe(none)
  expect(early).toBeGreaterThan(none)
})

const floor = 0.53
const cosines = fc.double({ min: -1, max: 1, noNaN: true })
const parts = fc.double({ min: 0, max: 1, noNaN: true })

test('a score is between 0 and 1 and increases with similarity and with keywords', () => {
  fc.assert(
    fc.property(cosines, cosines, parts, parts, (a, b, words, more) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const score = hybridScore(low, Math.min(words, more), floor)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(hybridScore(high, Math.max(words, more), floor)).toBeGreaterThanOrEqual(score)
      expect(hybridScore(high, Math.max(words, more), floor)).toBeLessThanOrEqual(1)
    }),
  )
})

test('unrelated texts score far below one half, even with half of the words', () => {
  expect(hybridScore(floor, 0, floor)).toBeLessThan(0.1)
  expect(hybridScore(floor, 0.5, floor)).toBeLessThan(0.3)
})

test('the same text scores close to 1', () => {
  expect(hybridScore(1, 1, floor)).toBeGreaterThan(0.99)
})

test('among many documents, those like the best one rank higher, and the best one stays first', () => {
  const angles = [0.1, 0.5, -0.45, ...Array.from({ length: 9 }, (_, at) => -0.6 - at / 10)]
  const vectors = angles.map(angle => Float32Array.of(Math.cos(angle), Math.sin(angle)))
  const cosines = angles.map(angle => Math.cos(angle))
  const [best = 0, like = 0, unlike = 0, ...others] = addLikeness(cosines, vectors, 0)

  expect(cosines[1]).toBeLessThan(cosines[2] ?? 0)
  expect(like).toBeGreaterThan(unlike)
  expect(best).toBeGreaterThan(Math.max(like, unlike, ...others))
})

test('a few documents are not compared with the best one', () => {
  const vectors = [0.1, 0.5, -0.45].map(angle => Float32Array.of(Math.cos(angle), Math.sin(angle)))

  expect(addLikeness([0.9, 0.5, 0.6], vectors, 0)).toEqual([0.9, 0.5, 0.6])
  expect(addLikeness([], [], -1)).toEqual([])
})

test('a document without any of the words scores none, one with all of them the most', () => {
  const [all = 0, half = 0, none] = wordCoverage(
    ['red', 'fox'],
    [
      ['red', 'fox'],
      ['red', 'hen'],
      ['blue', 'hen'],
    ],
  )

  expect(none).toBe(0)
  expect(half).toBeGreaterThan(0)
  expect(all).toBeGreaterThan(half)
  expect(all).toBeLessThanOrEqual(1)
})

test('a rare word counts more than a common one', () => {
  const [common = 0, rare = 0] = wordCoverage(
    ['red', 'fox'],
    [
      ['red', 'hen'],
      ['blue', 'fox'],
      ['red', 'cow'],
      ['red', 'dog'],
    ],
  )

  expect(rare).toBeGreaterThan(common)
})

test('repetition has diminishing returns, and length counts against a document', () => {
  const [once = 0, often = 0, long = 0] = wordCoverage(
    ['fox'],
    [
      ['fox', 'hen'],
      ['fox', 'fox'],
      ['fox', ...Array.from({ length: 50 }, () => 'hen')],
    ],
  )

  expect(often).toBeGreaterThan(once)
  expect(often).toBeLessThan(2 * once)
  expect(long).toBeLessThan(once)
})

test('an empty query and empty documents score 0, not NaN', () => {
  expect(wordCoverage([], [['fox']])).toEqual([0])
  expect(wordCoverage(['fox'], [[]])).toEqual([0])
})

test('words are lower case, without accents, plural s and function words', async () => {
  expect(await readWords('How are the Refunds of Café Ærø paid?', Infinity)).toEqual([
    'refund',
    'cafe',
    'ærø',
    'paid',
  ])
})

test('a text of function words keeps them', async () => {
  expect(await readWords('Who are you?', Infinity)).toEqual(['who', 'are', 'you'])
})

test('the word limit includes function words', async () => {
  expect(await readWords('the red and the blue', 2)).toEqual(['red'])
  expect(await readWords('', 5)).toEqual([])
})

test('short words and those with a double s keep their s', async () => {
  expect(await readWords('gas glass glasses', Infinity)).toEqual(['gas', 'glass', 'glasse'])
})

test('numbers and other scripts are words', async () => {
  expect(await readWords('404 日本 Москва', Infinity)).toEqual(['404', '日本', 'москва'])
})

test('a long text is read to its end or to the word limit', async () => {
  const long = 'red foxes '.repeat(10_000)

  expect(await readWords(long, Infinity)).toHaveLength(20_000)
  expect(await readWords(long, 12_345)).toHaveLength(12_345)
})

test('other calls run while a long text is read', async () => {
  const ended: string[] = []
  const reading = readWords('word '.repeat(500_000), Infinity).then(() => ended.push('text'))
  setImmediate(() => setImmediate(() => ended.push('other call')))
  await reading

  expect(ended).toEqual(['other call', 'text'])
})

const ids = Array.from({ length: 300 }, (_, index) => index)

test('a text that fits is one window', () => {
  expect(toWindows(ids, 300)).toEqual([ids])
  expect(toWindows([], 300)).toEqual([[]])
})

test('a longer text is covered completely, neighbors overlap by 64 tokens, and the last window is not redundant', () => {
  const windows = toWindows(ids, 150)

  expect(windows.map(window => [window[0], window.at(-1)])).toEqual([
    [0, 149],
    [86, 235],
    [172, 299],
  ])
  expect(toWindows(ids.slice(0, 236), 150)).toHaveLength(2)
})
