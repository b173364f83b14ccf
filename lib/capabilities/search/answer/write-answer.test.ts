import { expect, test } from 'vitest'
import type { SearchFinish } from '#lib/contracts/api/search/search.ts'
import type { AnswerItem } from './stream-answer.ts'
import { replaceRefusal, extractAnswer, createAttribution, isCopied, type Likeness } from './write-answer.ts'
import type { ScoredWindow } from './choose-windows.ts'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'

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

function answerOf(text: string): string {
  const window: ScoredWindow = {
    text,
    source: 0,
    start: 0,
    end: text.length,
    heading: '',
    score: 1,
    answers: true,
    doubtful: false,
  }
  return extractAnswer([window])
}

test.each([
  ['Llamas hum. They spit.', 'Llamas hum [1]. They spit [1].'],
  ['Llamas hum [7].', 'Llamas hum (7) [1].'],
  ['Look ![pixel](https://evil.example/p.png) here.', 'Look [pixel] here [1].'],
  ['See [more](https://evil.example) now.', 'See [more] now [1].'],
  ['Go to https://evil.example now.', 'Go to `https://evil.example` now [1].'],
  ['<img src=x> hums.', '&lt;img src=x> hums [1].'],
])('%j is quoted as plain text', (text, answer) => {
  expect(answerOf(text)).toBe(answer)
})

const defaultValue = { url: 'https://a.example/', backend: 'test', rank: 1, readable: false }
const source = (title: string, content: string): Source => ({
  ...defaultValue,
  title,
  content,
  text: content,
})
const sources = [
  source(
    'Lighthouse',
    'The tower is 34 metres high. Tom Bray left on 3 March 1982, when the light became automatic.',
  ),
  source('Heating', 'The meeting voted with 19 to 4 for the heat pump, which costs 412,000 euros.'),
]

function attribute(sentence: string, likeness: Likeness | null = null): Promise<number | null> {
  return createAttribution(sources, { likeness, alike: 0.7 })(sentence)
}

test.each([
  ['The tower of the lighthouse is 34 metres high.', 1],
  ['The meeting voted for the heat pump with 19 to 4.', 2],
  ['The heat pump costs 412 000 euros.', 2],
  ['The tower of the lighthouse is 35 metres high.', null],
  ['The light became automatic in 1982, says Harriet.', null],
  ['Penguins live in the far south of the world.', null],
  ['Yes, exactly.', null],
  ['Is the tower of the lighthouse 34 metres high?', null],
])('%j is supported by %j', async (sentence, number) => {
  expect(await attribute(sentence)).toBe(number)
})

test('where words are inconclusive, similarity decides; numbers and names are never attributed to a source without them', async () => {
  const alike: Likeness = (_, texts) => Promise.resolve(texts.map(() => 0.9))
  const unlike: Likeness = (_, texts) => Promise.resolve(texts.map(() => 0.5))

  expect(await attribute('A heat pump was chosen by a clear majority.', alike)).toBe(2)
  expect(await attribute('A heat pump was chosen by a clear majority.', unlike)).toBeNull()
  expect(await attribute('A heat pump was chosen by 20 votes against few.', alike)).toBeNull()
})

test('where the embedding model is unavailable, only words decide', async () => {
  expect(
    await attribute('A heat pump was chosen by a clear majority.', () => Promise.resolve(null)),
  ).toBeNull()
})

test.each([
  ['none', false],
  ['None.', false],
  ['4,120 inhabitants', true],
  ['It is 3,000 meters deep', false],
])('the words %j are in the text: %j', (reply, copied) => {
  expect(isCopied(reply, 'Penhallow. It has 4,120 inhabitants.')).toBe(copied)
})
