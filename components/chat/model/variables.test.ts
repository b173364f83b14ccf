import { expect, test } from 'vitest'
import { fillVariables, readMissing, readVariables } from './variables.ts'

test('variables are found once each, in order, whatever the spaces', () => {
  expect(readVariables(['{{b}} and {{ a }}', '{{b}} {{größe}}'])).toEqual(['b', 'a', 'größe'])
})

test('what only looks like a variable is none', () => {
  expect(readVariables(['{a} {{}} {{ }} {{1}} {{a b}} {{#each}} {{{{'])).toEqual([])
})

test('values are put in literally, dollar signs and all', () => {
  expect(fillVariables('cost: {{x}}', { x: '$& $1 $$' })).toBe('cost: $& $1 $$')
})

test('a value that looks like a variable is not filled again', () => {
  expect(fillVariables('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}')
})

test('a variable without a value stays as written', () => {
  expect(fillVariables('{{a}} {{toString}}', {})).toBe('{{a}} {{toString}}')
})

test('missing are those without a value and those that are empty', () => {
  expect(readMissing(['{{a}} {{b}} {{c}}'], { a: 'x', b: '' })).toEqual(['b', 'c'])
})
