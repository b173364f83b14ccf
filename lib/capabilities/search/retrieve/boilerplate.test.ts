import { expect, test } from 'vitest'
import { withoutBoilerplate } from './boilerplate.ts'

test.each([
  'We use cookies to improve your visit.',
  'By continuing to browse you agree to our terms.',
  'Subscribe to our weekly newsletter for news of the harbor.',
  '© 2026 Harbor Office. All rights reserved.',
  'Please enable JavaScript to view this page.',
  'Skip to main content',
  'Follow us on Facebook.',
  'Read more about the harbor',
  'Sign in',
])('%j is no evidence', sentence => {
  expect(withoutBoilerplate(`The harbor opens at six.\n\n${sentence}\n\nIt closes at ten.`, 'harbor')).toBe(
    'The harbor opens at six.\n\nIt closes at ten.',
  )
})

test('boilerplate is removed from its line, the rest stays', () => {
  const text = 'The harbor opens at six. Accept all cookies to go on. It closes at ten.'

  expect(withoutBoilerplate(text, 'harbor')).toBe('The harbor opens at six. It closes at ten.')
})

test.each([
  ['Does this site use cookies?', 'We use cookies to count visits.'],
  ['How do I get the newsletter?', 'Subscribe to our newsletter at the desk.'],
])('%j is answered by %j', (question, sentence) => {
  expect(withoutBoilerplate(sentence, question)).toBe(sentence)
})

test.each([
  'The baker bakes cookies with oats.',
  'The copyright of the map belongs to the city.',
  'The main menu of the inn has trout.',
  'Share prices fell by two percent.',
  'She signs in the visitors with a pen.',
])('%j stays', sentence => {
  expect(withoutBoilerplate(sentence, 'harbor')).toBe(sentence)
})

test('a long line takes time in proportion to its length', () => {
  const line = `Loading${'.'.repeat(200_000)}x`

  expect(withoutBoilerplate(line, 'harbor')).toBe(line)
})
