import { expect, test } from 'vitest'
import { asksForFact, findFacts } from './evidence.ts'
import { toTerms } from './terms.ts'
import { mentionsSubject, sharedWords, subjectOf } from './subject.ts'

test.each([
  'How many people live in Penhallow?',
  'Who is the mayor of Penhallow?',
  'When was it founded?',
  'At which temperature must Sarolin be stored?',
  'What is the daily meal allowance?',
  'What does the pump weigh?',
])('%j asks for one fact', question => {
  expect(asksForFact(question)).toBe(true)
})

test.each([
  'How does a heat pump work?',
  'Why is the sky blue?',
  'Explain the vote of the council',
  'What is the difference between a llama and an alpaca?',
  'What is photosynthesis?',
  'llama wool',
])('%j does not', question => {
  expect(asksForFact(question)).toBe(false)
})

test('the subject of a question is its names, and a title that the question contains', () => {
  const texts = [{ text: 'Harriet Lowe spoke in Penhallow.' }]

  expect([...subjectOf('Who is the mayor of Penhallow?', [], texts)]).toEqual(['penhallow'])
  expect([...subjectOf('how heavy is the p40 pump', ['P40 pump'], [])]).toEqual(['p40', 'pump'])
  expect([...subjectOf('how heavy is the p40 pump', ['P40 pump and its seals'], [])]).toEqual([])
  expect([...subjectOf('what is the price of a heat pump', ['Heat pumps'], [])]).toEqual(['heat', 'pump'])
  // No source has the abbreviation: it is what is asked for.
  expect([...subjectOf('What is the GDP of Penhallow?', [], texts)]).toEqual(['penhallow'])
  expect(mentionsSubject('The town of Penhallow', new Set(['penhallow']), new Set())).toBe(true)
  expect(mentionsSubject('The town of Marlow', new Set(['penhallow']), new Set())).toBe(false)
})

test('a text that has only the common word of several titles names none of them', () => {
  const subject = new Set(['cedar', 'handbook'])
  const shared = sharedWords(subject, ['Cedar Handbook', 'Bluefin Handbook'])

  expect([...shared]).toEqual(['handbook'])
  expect(mentionsSubject('Rules of the Bluefin Handbook', subject, shared)).toBe(false)
  expect(mentionsSubject('Rules at Cedar', subject, shared)).toBe(true)
  expect(mentionsSubject('Houses of cedar', subject, shared)).toBe(false)
})

const words = ['gdp', 'population', 'inhabitants', 'people', 'town', 'coast', 'mayor']
const floor = 0.3

/** Texts of the same meaning have the same direction. */
function toVector(text: string): Float32Array {
  const said = text.toLowerCase()
  const vector = new Float32Array(words.length + 1)
  for (const [at, word] of words.entries())
    if (said.includes(word)) vector[word === 'inhabitants' || word === 'people' ? 1 : at] = 1
  vector[words.length] = 0.2
  return vector
}

async function find(question: string, ...texts: string[]) {
  const held = texts.map(text => ({ context: 'Penhallow', text }))
  const asked = { question, query: toVector(question), titles: ['Penhallow'], floor }
  const verdicts = await findFacts(asked, held, passages => Promise.resolve(passages.map(toVector)))
  return verdicts?.map(verdict => verdict === 'yes' || verdict === 'likely') ?? null
}

test('a text that states the fact answers, one on the same subject does not', async () => {
  const texts = ['Penhallow has 4,120 inhabitants.', 'Penhallow is a town on the coast.']

  expect(await find('How many people live in Penhallow?', ...texts)).toEqual([true, false])
  expect(await find('What is the GDP of Penhallow?', ...texts)).toEqual([false, false])
})

test('a fact is found in a clause of a long sentence', async () => {
  const long =
    'Penhallow is a town on the coast, with a small harbor and a lighthouse, which has 4,120 inhabitants as of last year.'

  expect(await find('How many people live in Penhallow?', long)).toEqual([true])
})

test('a sentence without a name, number or time has to be more similar to state one', async () => {
  const lives = 'lives in a town on the coast with other people.'

  expect(await find('Who is the mayor of Penhallow?', `The mayor ${lives}`)).toEqual([false])
  expect(await find('Who is the mayor of Penhallow?', `The mayor Harriet Lowe ${lives}`)).toEqual([true])
})

test.each([
  ['is not used', null],
  ['fails', toVector('')],
])('words decide where the embedding model %s', async (_, query) => {
  const held = [
    { context: 'Penhallow', text: 'Penhallow has 4,120 inhabitants. It is a town on the coast.' },
    { context: 'Marlowick', text: 'The mayor of Marlowick is Tom Bray.' },
  ]
  const ask = async (question: string) =>
    await findFacts({ question, query, titles: ['Penhallow', 'Marlowick'], floor }, held, () =>
      Promise.resolve(null),
    )

  expect(await ask('What is the population of Penhallow?')).toEqual(['yes', 'no'])
  expect(await ask('Who is the mayor of Marlowick?')).toEqual(['no', 'yes'])
  expect(await ask('How long is Penhallow?')).toEqual(['possible', 'no'])
  // The sentence on inhabitants has a number, but none of the words.
  expect(await ask('How many visitors does Penhallow have?')).toEqual(['possible', 'no'])
  expect(await ask('When was Penhallow founded?')).toEqual(['possible', 'no'])
  expect(await ask('Who is the bishop of Marlowick?')).toEqual(['no', 'possible'])
})

test.each([
  ['In which year did the Alder Line open?', 'The Alder Line had 310 thousand passengers last year.', 'no'],
  ['In which year did the Alder Line open?', 'The Alder Line opened in 1897.', 'yes'],
  ['What does a ride on the Alder Line cost?', 'The Alder Line has a budget of 4 million euros.', 'possible'],
  ['What does a ride on the Alder Line cost?', 'A ride on the Alder Line is 3 euros.', 'yes'],
  ['What was the depot of the Alder Line before?', 'The depot of the Alder Line has 9 tracks.', 'no'],
  [
    'What was the depot of the Alder Line before?',
    'The depot of the Alder Line was a mill until 1890.',
    'yes',
  ],
])('without an embedding model, %j is answered by %j: %s', async (question, text, verdict) => {
  const asked = { question, query: null, titles: ['Alder Line'], floor }
  const held = [{ context: 'Alder Line', text }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual([verdict])
})

test.each([
  ['What is the GDP of Oderby?', 'Oderby has a gross domestic product of 305 million euros.', 'yes'],
  ['What is the GDP of Oderby?', 'The garden parties of Oderby drew 305 guests.', 'possible'],
  ['What is the gross domestic product of Oderby?', 'The GDP of Oderby is 305 million euros.', 'yes'],
  ['Who commands the Oderby?', 'The captain of the Oderby is Ida Morrow.', 'yes'],
  ['Who wrote Oderby?', 'The author of Oderby is Ida Morrow.', 'yes'],
  ['Who leads the Oderby?', 'The director of the Oderby is Ida Morrow.', 'yes'],
  ['How deep is the Oderby?', 'The Oderby has a depth of 4 meters.', 'yes'],
  ['How deep is the Oderby?', 'The Oderby has a width of 4 meters.', 'possible'],
  ['Who commands the Oderby?', 'The cook of the Oderby is Ida Morrow.', 'possible'],
])('without an embedding model, %j is answered in other words by %j: %s', async (question, text, verdict) => {
  const asked = { question, query: null, titles: ['Oderby'], floor }
  const held = [{ context: 'Oderby', text }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual([verdict])
})

test.each([
  ['How fast does the Halden go?', 'The Halden reaches 24 knots.', 'The Halden has 12 cabins.'],
  ['What is the top speed of the Halden?', 'The Halden goes up to 180 km/h.', 'The Halden has 3 doors.'],
  ['How heavy is the Halden?', 'The Halden has a mass of 3 tonnes.', 'The Halden needs 3 liters.'],
  ['How many people work at Halden?', 'Halden has 340 employees.', 'Halden has 12 halls.'],
  ['How many staff does Halden have?', 'Halden employs 340 people.', 'Halden sold 340 boats.'],
  [
    'When did construction of the Halden begin?',
    'Work on the Halden started in 1902.',
    'The Halden closed in 1950.',
  ],
  ['Who makes the Halden?', 'The Halden is manufactured by Orbis.', 'The Halden is sold in Norway.'],
  ['Who owns the Halden?', 'The Halden belongs to the city of Marn.', 'The Halden lies near Marn.'],
  ['Which company bought Halden?', 'Halden was acquired by Orbis in 2011.', 'Halden competes with Orbis.'],
  ['Who is the spouse of Halden?', 'Halden married Ida Morrow.', 'Halden taught Ida Morrow.'],
  ['When did Halden die?', 'The death of Halden was in 1902.', 'Halden moved in 1902.'],
  ['Where was Halden born?', 'The birthplace of Halden is Marn.', 'Halden worked in Marn.'],
  [
    'How hot does the Halden get?',
    'The Halden reaches a temperature of 300 °C.',
    'The Halden has 300 parts.',
  ],
  [
    'How many visitors does the Halden have?',
    'Attendance at the Halden was 5,000 last year.',
    'The Halden has 5,000 books.',
  ],
  ['What is the area of Halden?', 'Halden covers 12 square kilometers.', 'Halden has 12 schools.'],
  ['How large is Halden?', 'Halden extends over 40 hectares.', 'Halden has 40 shops.'],
  ['How old is the Halden?', 'The Halden is 40 years of age.', 'The Halden has 40 rooms.'],
  ['How deep is the Halden?', 'The Halden has a depth of 4 meters.', 'The Halden is 9 meters wide.'],
  [
    'Who designed the Halden?',
    'The architect of the Halden was Ida Morrow.',
    'Ida Morrow visited the Halden.',
  ],
  ['When does the Halden close?', 'The Halden shuts at 18:00.', 'The Halden opens at 9:00.'],
  [
    'How much does a ticket for the Halden cost?',
    'Admission to the Halden is 8 euros.',
    'The Halden has a budget of 8 million euros.',
  ],
  [
    'How many passengers can the Halden carry?',
    'The Halden has a capacity of 200 passengers.',
    'The Halden has 200 lifejackets.',
  ],
  [
    'What is the salary of a guard at the Halden?',
    'A guard at the Halden earns 2,000 euros a month.',
    'The Halden cost 2,000 euros.',
  ],
  ['Who teaches at Halden?', 'The teacher at Halden is Ida Morrow.', 'Ida Morrow lives in Halden.'],
  ['When was Halden founded?', 'Halden was established in 1890.', 'Halden burned in 1890.'],
  ['Who won the Halden?', 'The winner of the Halden was Ida Morrow.', 'Ida Morrow lost the Halden.'],
])('without an embedding model, %j is answered by %j and not by %j', async (question, states, other) => {
  const asked = { question, query: null, titles: ['Halden'], floor }
  const held = [states, other].map(text => ({ context: 'Halden', text }))

  const [stated, related] = (await findFacts(asked, held, () => Promise.resolve(null))) ?? []

  expect(stated).toBe('yes')
  expect(related).toMatch(/possible|no/)
})

test('the words of the subject alone are no answer', async () => {
  const held = [{ context: 'Heat pumps', text: 'A heat pump moves heat into a house.' }]
  const asked = {
    question: 'What is the price of a heat pump?',
    query: null,
    titles: ['Heat pumps'],
    floor,
  }

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual(['no'])
})

test('nothing is decided about explanations', async () => {
  expect(await find('Why do people live in Penhallow?', 'It is a town.')).toBeNull()
})

test.each([
  ['How much do dogs cost at Halden?', 'A double room at Halden costs 140 euros.', 'possible'],
  ['How much do dogs cost at Halden?', 'Dogs stay for 12 euros.', 'yes'],
  ['How much is a permit for Halden?', 'The permit of Halden is valid for 30 days.', 'possible'],
  ['When was Halden first released?', 'The current release of Halden is 4.8.1.', 'possible'],
  ['When was Halden first released?', 'Halden was first released in 2011.', 'yes'],
  ['How deep is Halden?', 'The depth of Halden is on page 12.', 'possible'],
  ['How long is Halden?', 'The longest tunnel of Halden is 900 meters long.', 'possible'],
  ['How long is Halden?', 'Halden is the longest bridge of the county with 900 meters.', 'yes'],
  ['Where was Halden filmed?', 'Halden is a film that critics praised.', 'possible'],
  ['Where was Halden filmed?', 'Halden was shot in Ireland.', 'yes'],
  ['Who directs Halden?', 'The directors of Halden meet on Mondays.', 'no'],
  ['How many people ride the Halden per year?', 'The Halden goes 60 kilometers per hour.', 'possible'],
])('without an embedding model, %j is answered by %j: %s', async (question, text, verdict) => {
  const asked = { question, query: null, titles: ['Halden'], floor }
  const held = [{ context: 'Halden', text }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual([verdict])
})

test.each([
  [
    'How long is the notice period of the Cedar Handbook?',
    'Bluefin Handbook',
    'The notice period is 6 weeks.',
  ],
  ['How many awards did Seven Bells win?', 'Copper Sky', 'It won seven awards.'],
  ['What is the population of Marlowick?', 'Penhallow', 'The town has a population of 4,120.'],
])('%j is not answered by a page on %s', async (question, title, text) => {
  for (const query of [null, toVector(question)]) {
    const asked = { question, query, titles: [title, 'Cedar Handbook', 'Seven Bells'], floor }
    const held = [{ context: title, text }]

    expect(await findFacts(asked, held, texts => Promise.resolve(texts.map(toVector)))).toEqual(['no'])
  }
})

test.each([
  ['What is the population of Munich?', 'München', 'München hat eine Population von 1,5 Millionen.'],
  ['What is the population of the UK?', 'United Kingdom', 'The population is 67 million.'],
  ['What is the Norwegian population?', 'Norway', 'The population is 5 million.'],
])('%j may be answered by a page on %s', async (question, title, text) => {
  const asked = { question, query: toVector(question), titles: [title], floor }
  const held = [{ context: title, text }]

  expect(await findFacts(asked, held, texts => Promise.resolve(texts.map(toVector)))).toEqual(['yes'])
})

test('words that only begin like another one are not for the same fact', () => {
  const names = toTerms('costs, weighs, high, long, earns')
  const others = 'feet feedback costume Europe charger heaven grammar highway longitude wagon'

  expect([...toTerms(others)].filter(term => names.has(term))).toEqual([])
})

test.each([
  ['Who invented the telephone?', 'Bell invented the telephone.', 'yes'],
  ['Who invented the telephone?', 'The telephone was invented in a barn.', 'no'],
  ['Which company owns Halden?', 'Halden is a company with many customers.', 'no'],
  ['Which company owns Halden?', 'Halden is owned by Orbis.', 'yes'],
  ['Who may enter Halden?', 'Students of the town may enter Halden.', 'yes'],
  ['Which prize did Halden win?', 'Halden received the Ashford Prize.', 'yes'],
  ['How many people died at Halden?', 'It was in 1642. 300 soldiers lost their lives at Halden.', 'yes'],
  ['How much did Halden pay?', 'The ransom that Halden paid was 35 thousand ducats.', 'yes'],
  ['What did Halden study?', 'Before that, Halden studied physics.', 'yes'],
  ['What did Halden study?', 'Halden is 1.74 meters tall.', 'possible'],
  ['What is the latest version of Halden?', 'Halden was first released in 2016.', 'possible'],
  ['When did Halden open?', 'Halden may open a door.', 'no'],
])('%j is answered by %j: %s, whatever the order of its words', async (question, text, verdict) => {
  const asked = { question, query: null, titles: ['Telephone', 'Halden'], floor }
  const held = [{ context: question.includes('Halden') ? 'Halden' : 'Telephone', text }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual([verdict])
})

test('the name of a month is no time where it is the name of the subject', async () => {
  const asked = {
    question: 'When did the March on Brevik end?',
    query: null,
    titles: ['March on Brevik'],
    floor,
  }
  const held = [{ context: 'March on Brevik', text: 'The March on Brevik ended well.' }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual(['no'])
})

test('a second name of the question is part of what is asked for', async () => {
  const question = 'Which version of Java does Parcelo need?'
  const titles = ['Parcelo', 'Gridlock']
  const held = [
    { context: 'Parcelo', text: 'Version 3.0 of Parcelo came out in May.' },
    { context: 'Gridlock', text: 'Gridlock needs version 17 of Java.' },
  ]
  const ask = async (each: string) =>
    await findFacts({ question: each, query: null, titles, floor }, held, () => Promise.resolve(null))

  expect(await ask(question)).toEqual(['possible', 'no'])
  expect(await ask('Which version of Java does Gridlock need?')).toEqual(['no', 'yes'])
})

test('a number names a subject only beside its word', async () => {
  const question = 'How many words does Corvus 2 have?'
  const asked = { question, query: null, titles: ['Corvus 2', 'Orion 7'], floor }
  const held = [{ context: 'Orion 7', text: 'It has 2 trillion words.' }]

  expect(await findFacts(asked, held, () => Promise.resolve(null))).toEqual(['no'])
})

test('what a text on another subject states much more closely is not what this one states', async () => {
  const question = 'How many people live in Penhallow?'
  const held = [
    { context: 'Penhallow', text: 'Penhallow has 12 inhabitants with a mayor in the town on the coast.' },
    { context: 'Marlowick', text: 'Marlowick has 7,930 inhabitants.' },
  ]
  const ask = async (texts: typeof held) => {
    const asked = { question, query: toVector(question), titles: ['Penhallow', 'Marlowick'], floor }
    return await findFacts(asked, texts, passages => Promise.resolve(passages.map(toVector)))
  }

  expect((await ask(held.slice(0, 1)))?.[0]).toBe('yes')
  expect((await ask(held))?.[0]).toBe('possible')
})

test('sources full of abbreviations are fast', async () => {
  const codes = Array.from({ length: 1000 }, (_, at) =>
    [1, 26, 676, 17_576]
      .map(place => String.fromCodePoint(65 + (Math.floor((at * 7919) / place) % 26)))
      .join(''),
  )
  const held = Array.from({ length: 10 }, (_, at) => ({
    context: 'Oderby',
    text: `Oderby lists ${codes.slice(at * 100, at * 100 + 100).join('. A ')}.`,
  }))
  const asked = {
    question: 'What is the gross domestic product of Oderby?',
    query: null,
    titles: ['Oderby'],
    floor,
  }
  const start = performance.now()

  await findFacts(asked, held, () => Promise.resolve(null))

  expect(performance.now() - start).toBeLessThan(1000)
})
