import { expect, test } from 'vitest'
import type { SearchFinish } from '#lib/contracts/api/search/search.ts'
import type { AnswerItem } from './stream-answer.ts'
import { replaceRefusal, replaceUnsupported, isCopied } from './write-answer.ts'

async function read(...pieces: string[]): Promise<{ texts: string[]; finish: SearchFinish }> {
  const answer = replaceRefusal(say(pieces), () => 'quoted')
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

test('a "not in the sources" reply is replaced, however it is chunked', async () => {
  expect(await read('The ', 'sources do', ' not say.')).toEqual({
    texts: ['queued 1', 'quoted'],
    finish: 'length',
  })
  expect((await read('The sources do not say.', '\n')).texts).toEqual(['queued 1', 'quoted'])
})

test('an answer is sent as soon as it is recognized, and unchanged', async () => {
  expect((await read('The ', 'sources say', ' much', '.')).texts).toEqual([
    'queued 1',
    'The sources say',
    ' much',
    '.',
  ])
  expect((await read('The sources do not say. But', ' perhaps')).texts.join('')).toContain('say. But perhaps')
  expect((await read('The')).texts).toEqual(['queued 1', 'The'])
})

test('an answer that is not supported is replaced as a whole, a supported one is sent at its end', async () => {
  const readIf = async (supported: boolean) =>
    await Array.fromAsync(
      replaceUnsupported(
        say(['It has ', '14.']),
        text => supported && text === 'It has 14.',
        () => 'quoted',
      ),
    )
  const waiting = { kind: 'waiting', note: 'queued 1' }

  expect(await readIf(true)).toEqual([waiting, { kind: 'text', text: 'It has 14.' }])
  expect(await readIf(false)).toEqual([waiting, { kind: 'text', text: 'quoted' }])
})

test.each([
  ['none', false],
  ['None.', false],
  ['4,120 inhabitants', true],
  ['It is 3,000 meters deep', false],
])('the words %j are in the text: %j', (reply, copied) => {
  expect(isCopied(reply, 'Penhallow. It has 4,120 inhabitants.')).toBe(copied)
})
