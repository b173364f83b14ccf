import { expect, test } from 'vitest'
import { listStartSteps, toNewChat } from './start-steps.ts'

const now = 1_800_000_000_000
const operator = { canAddProviders: true, seesKeys: true, now }

test('an empty installation has four open steps, each with an action', () => {
  const steps = listStartSteps({ chatModel: { id: 'local/tiny', ready: false } }, operator)

  expect(steps.map(({ id, done }) => [id, done])).toEqual([
    ['run', false],
    ['connect', false],
    ['provider', false],
    ['documents', false],
  ])
  expect(steps[0]?.text).toBe('local/tiny downloads with your first message.')
})

test('each step checks itself off and says what was found', () => {
  const steps = listStartSteps(
    {
      modelRuns: 1,
      usedKey: { name: 'ci', at: now - 7_200_000 },
      providers: ['openai', 'ollama'],
      libraryItems: 14,
    },
    operator,
  )

  expect(steps.every(({ done }) => done)).toBe(true)
  expect(steps.map(({ text }) => text)).toEqual([
    '1 run in the last 12 months.',
    'The key ci was used 2 h ago.',
    'openai and ollama are set up.',
    '14 items in the library.',
  ])
})

test('a member who cannot add providers has three steps', () => {
  const steps = listStartSteps({}, { ...operator, canAddProviders: false })

  expect(steps.map(({ id }) => id)).toEqual(['run', 'connect', 'documents'])
})

test('where another server has the keys, no step asks to connect a client', () => {
  const steps = listStartSteps({ ranHere: true }, { canAddProviders: false, seesKeys: false, now })

  expect(steps.map(({ id, done }) => [id, done])).toEqual([
    ['run', true],
    ['documents', false],
  ])
})

test.each([
  [['openai'], 'openai is set up.'],
  [['a', 'b', 'c'], 'a, b and c are set up.'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more are set up.'],
])('the providers %j are listed as: %s', (providers, text) => {
  expect(listStartSteps({ providers }, operator)[2]?.text).toBe(text)
})

test('a new chat is opened with the default model, which leaves the last conversation', () => {
  expect(toNewChat({ id: 'local/tiny' })).toBe('/chat?models=local%2Ftiny')
  expect(toNewChat(undefined)).toBe('/chat')
})
