import { describe, expect, test, vi } from 'vitest'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { differs, findDisagreement, tellDisagreement } from './disagreement.ts'

function source(title: string, content: string, published?: string): Source {
  const about = { url: 'https://a.example/', backend: 'test', rank: 1, readable: false }
  return { ...about, title, text: content, content, ...(published !== undefined && { published }) }
}

function disputed(question: string, ...sources: Source[]) {
  const passages = sources.map(({ content }, at) => ({
    heading: '',
    text: content,
    start: 0,
    end: 1,
    source: at,
  }))
  return findDisagreement(question, passages, sources)
}

describe('contradicting sources', () => {
  test.each([
    [
      'a number',
      'What is the daily dose of Sarolin?',
      'The daily dose of Sarolin is 20 mg.',
      'The daily dose of Sarolin is 10 mg.',
    ],
    [
      'a date',
      'When did the harbor bridge open?',
      'The harbor bridge opened in 1890.',
      'The harbor bridge opened on 4 May 1892.',
    ],
    [
      'a name',
      'Who is the mayor of Penhallow?',
      'The mayor of Penhallow is Anna Berg.',
      'The mayor of Penhallow is Carl Voss.',
    ],
    [
      'a negation',
      'Is the pass open in winter?',
      'The pass is open in winter.',
      'The pass is not open in winter.',
    ],
    [
      'a price',
      'What does the ferry cost?',
      'The ferry costs $12 for adults.',
      'For adults, the ferry costs $15.',
    ],
    [
      'a number in other words',
      'How many people live in Brackenford?',
      'According to the census Brackenford has 18,400 inhabitants.',
      'Brackenford has a population of 21,050.',
    ],
    [
      'a unit',
      'How tall is the Kestrel Tower?',
      'The Kestrel Tower is 212 m tall.',
      'The height of the Kestrel Tower is 198 meters.',
    ],
    [
      'a number after its noun',
      'Which port does Mailharbor use?',
      'Mailharbor uses port 2525.',
      'Mailharbor uses port 587 by default.',
    ],
    ['a count', 'How many moons does Tarn have?', 'Tarn has 14 moons.', 'Tarn has 27 known moons.'],
    [
      'a chief',
      'Who is the CEO of Marlin Foods?',
      'Amelia Croft is the CEO of Marlin Foods.',
      'Marlin Foods named Joao Brandt as its CEO.',
    ],
    [
      'an author',
      'Who wrote the song Blue Harbor?',
      'Blue Harbor is a song that was written by Ida Crane.',
      'The song Blue Harbor was written by Tom Lasker.',
    ],
    [
      'a place',
      'What is the capital of Veloria?',
      'The capital of Veloria is Port Anders.',
      'Newhaven is the capital of Veloria.',
    ],
    [
      'a time',
      'When does the last bus leave?',
      'The last bus leaves at 18:20.',
      'The last bus leaves at 19:45.',
    ],
  ])('are found where they differ in %s', (_, question, one, other) => {
    const found = disputed(question, source('A', one, '2018'), source('B', other, '2023-05-01'))

    expect(found.map(({ source: at, date }) => [at, date])).toEqual([
      [1, '2023-05-01'],
      [0, '2018'],
    ])
    expect(differs(other, [one])).toBe(true)
  })

  test('are found where they differ in a word', () => {
    const [one, other] = ['vendiparib', 'torvexol'].map(word =>
      source('Vendipar', `The active ingredient of Vendipar is ${word}.`),
    )
    const found = [one, other].filter(each => each !== undefined)

    expect(disputed('What is the active ingredient of Vendipar?', ...found)).toHaveLength(2)
  })

  test.each([
    [
      'two subjects',
      'How high is the Marlow tower?',
      'The Marlow tower is 30 meters high.',
      'The Penhallow tower is 45 meters high.',
    ],
    [
      'more details',
      'How high is the tower?',
      'The tower is 30 meters high.',
      'The tower is 30 meters high and has 112 steps.',
    ],
    [
      'other facts',
      'How high is the tower?',
      'The tower is 30 meters high.',
      'The tower has 4 bells and 112 steps.',
    ],
    ['the same in other words', 'What is the dose?', 'The dose is 10 mg.', 'Take a dose of 10 mg a day.'],
    [
      'another thing of the kind',
      'How much does a day ticket cost?',
      'A day ticket costs 7.50 euros.',
      'A week ticket costs 22 euros.',
    ],
    [
      'a part of the subject',
      'When was Oderby founded?',
      'Oderby was founded in 1622.',
      'The fair of Oderby was founded in 1780.',
    ],
    [
      'two conditions',
      'What is the dose of Sarolin?',
      'The dose of Sarolin is 20 mg for adults.',
      'The dose of Sarolin is 10 mg for children.',
    ],
    [
      'an exception',
      'When does the library open?',
      'The library opens at 9:00.',
      'On Sundays the library opens at 11:00.',
    ],
    [
      'a place in the subject',
      'What is the population of Spain?',
      'Spain has a population of 48 million.',
      'Madrid, the capital of Spain, has a population of 3.3 million.',
    ],
    ['other units', 'How tall is the tower?', 'The tower is 200 meters tall.', 'The tower is 656 feet tall.'],
    [
      'several holders',
      'Who is a teacher in Penhallow?',
      'Anna Berg is a teacher in Penhallow.',
      'Carl Voss is a teacher in Penhallow.',
    ],
  ])('are not: %s', (_, question, one, other) => {
    expect(disputed(question, source('A', one), source('B', other))).toEqual([])
  })

  test('are told newest first, each with its date and source', () => {
    const found = disputed(
      'What is the daily dose of Sarolin?',
      source('Sarolin', 'The daily dose of Sarolin is 20 mg.', '2018-02-03T10:00:00Z'),
      source('Sarolin today', 'Since 2023 the daily dose of Sarolin is 10 mg. It replaces the former one.'),
    )

    expect(tellDisagreement(found, (sentence, number) => sentence.replace(/\.$/, ` [${number}].`))).toBe(
      'The sources disagree. Newest first:\n\n' +
        '- Since 2023 the daily dose of Sarolin is 10 mg [2] (2023, supersedes).\n' +
        '- The daily dose of Sarolin is 20 mg [1] (2018-02-03).',
    )
  })

  test('without dates are listed as they were found, not as newer and older', () => {
    const found = disputed(
      'When was the bridge opened?',
      source('A', 'The bridge was opened on 4 May 1931.'),
      source('B', 'The bridge was opened on 4 May 1932.'),
    )

    expect(tellDisagreement(found, (sentence, number) => sentence.replace(/\.$/, ` [${number}].`))).toBe(
      'The sources disagree. Which is newer is unknown:\n\n' +
        '- The bridge was opened on 4 May 1931 [1].\n' +
        '- The bridge was opened on 4 May 1932 [2].',
    )
  })
})

test('the date of an update is no sign that something was replaced', () => {
  const [newest] = disputed(
    'When was the theater built?',
    source('A', 'The theater was built in 1887.'),
    source('B', 'Updated 3 May 2021. The theater was built in 1891.'),
  )

  expect(newest).toMatchObject({ date: '2021-05-03', supersedes: false })
})

test('the same statement in other words is a duplicate', () => {
  expect(differs('The tower is 30 meters high.', ['In height, the tower is 30 meters.'])).toBe(false)
})

describe('sources that are made to win or to be slow', () => {
  test('a date in the future is none', () => {
    const [first, second] = disputed(
      'What is the daily dose of Sarolin?',
      source('Sarolin', 'The daily dose of Sarolin is 90 mg. Updated 1 May 2098.', '2099-01-01'),
      source('Sarolin', 'The daily dose of Sarolin is 10 mg.', '2020-05-01'),
    )
    expect([first?.date, second?.date]).toEqual(['2020-05-01', null])
  })

  test('thousands of alike sentences are compared in linear time', () => {
    const text = Array.from(
      { length: 2000 },
      (_, at) => `Sarolin ${'very '.repeat(at % 9)}dose is 7 mg.`,
    ).join(' ')
    const sources = Array.from({ length: 15 }, () => source('Sarolin', text))
    expect(disputed('What is the dose of Sarolin?', ...sources)).toEqual([])
    expect(differs(text, [text])).toBe(false)
  })

  test('the question and each sentence are read once, however many sentences are compared', () => {
    const short = 'What is the dose of Sarolin?'
    const long = `${short} ${'day ticket '.repeat(360)}`
    const [shortFew, shortMany] = [foldings(short, 2), foldings(short, 20)]
    const [longFew, longMany] = [foldings(long, 2), foldings(long, 20)]

    expect(shortFew).toBeGreaterThan(0)
    expect(shortMany).toBeLessThan(shortFew * 12)
    // A sentence costs no more under a long question.
    expect(longMany - longFew).toBeLessThan((shortMany - shortFew) * 2)
  })

  /** How often a word or text is folded, which reading a text begins with. */
  function foldings(question: string, sentencesPerSource: number): number {
    const letters = 'abcdefghijklmnopqrst'.split('')
    const sources = letters.slice(0, 15).map(one => {
      const sentences = letters
        .slice(0, sentencesPerSource)
        .map(other => `The dose of Sarolin with ticket is 7 mg for ${one}${other} people.`)
      return source('Sarolin', sentences.join(' '))
    })
    const normalize = vi.spyOn(String.prototype, 'normalize')
    try {
      disputed(question, ...sources)
      return normalize.mock.calls.length
    } finally {
      normalize.mockRestore()
    }
  }
})
