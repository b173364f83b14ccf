import { expect, test } from 'vitest'
import type { Candidate } from './candidate.ts'
import { withEvidence } from './with-evidence.ts'

function candidate(backend: string, title: string, text: string): Candidate {
  return { title, url: `https://${title}.example/`, text, backend, rank: 1, readable: false }
}

const titlesOf = (candidates: readonly Candidate[]) => candidates.map(({ title }) => title)

test('a text of the library that shares one word of a question is no evidence, one with most of it is', () => {
  const found = [
    candidate('library', 'keys', 'The spare key of the office hangs in the kitchen.'),
    candidate('library', 'kitchen', 'Please clean the kitchen.'),
    candidate('library', 'piano', 'Every key of the piano was replaced.'),
    candidate('library', 'roster', 'The office is open on Mondays.'),
  ]

  expect(titlesOf(withEvidence(found, 'Where does the spare key of the office hang?'))).toEqual(['keys'])
})

test('a result of a search backend is kept if it shares a word with the question, and dropped if it shares none', () => {
  const found = [
    candidate('searxng', 'tax', 'Income declarations are due soon.'),
    candidate('searxng', 'llama', 'Llamas carry loads of 30 kg.'),
    candidate('searxng', 'animals', 'The llama lives in the Andes.'),
  ]

  expect(titlesOf(withEvidence(found, 'llama loads'))).toEqual(['llama', 'animals'])
})

test('if no result has a word of the question, all stay: they may be in another language', () => {
  const found = [candidate('searxng', 'andes', 'Les lamas portent des charges.')]

  expect(withEvidence(found, 'llama loads')).toEqual(found)
  expect(withEvidence(found, 'what is it?')).toEqual(found)
})
