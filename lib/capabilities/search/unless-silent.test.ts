import { expect, test } from 'vitest'
import type { SearchFinish } from '#lib/contracts/search.ts'
import type { AnswerItem } from './stream-answer.ts'
import { unlessSilent } from './unless-silent.ts'

async function read(...pieces: string[]): Promise<{ texts: string[]; finish: SearchFinish }> {
  const answer = unlessSilent(say(pieces), () => 'quoted')
  const texts: string[] = []
  for (;;) {
    const next = await answer.next()
    if (next.done === true) return { texts, finish: next.value }
    texts.push(next.value.kind === 'text' ? next.value.text : next.value.note)
  }
}

async function* say(pieces: readonly string[]): AsyncGenerator<AnswerItem, SearchFinish> {
  yield await Promise.resolve({ kind: 'waiting', note: 'queued 1' })
  for (const text of pieces) yield { kind: 'text', text }
  return 'length'
}

test('what says that nothing is said is replaced, however it comes', async () => {
  expect(await read('The ', 'sources do', ' not say.')).toEqual({
    texts: ['queued 1', 'quoted'],
    finish: 'length',
  })
  expect((await read('The sources do not say.', '\n')).texts).toEqual(['queued 1', 'quoted'])
})

test('an answer goes out as soon as it is one, and stays as it is', async () => {
  expect((await read('The ', 'sources say', ' much', '.')).texts).toEqual([
    'queued 1',
    'The sources say',
    ' much',
    '.',
  ])
  expect((await read('The sources do not say. But', ' perhaps')).texts.join('')).toContain('say. But perhaps')
  expect((await read('The')).texts).toEqual(['queued 1', 'The'])
})
