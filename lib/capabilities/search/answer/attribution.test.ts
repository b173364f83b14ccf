import { expect, test } from 'vitest'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { createAttribution, type Likeness } from './attribution.ts'

const about = { url: 'https://a.example/', backend: 'test', rank: 1, readable: false }
const source = (title: string, content: string): Source => ({
  ...about,
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
