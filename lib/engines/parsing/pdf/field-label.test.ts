import { expect, test } from 'vitest'
import type { Box } from '#lib/engines/parsing/blocks.ts'
import { fieldLabel } from './field-label.ts'

const field: Box = [0.2, 0.2, 0.5, 0.22]
const leftOf = (text: string) => ({ text, box: [0.1, 0.2, 0.19, 0.22] as const })
const over = (text: string) => ({ text, box: [0.2, 0.17, 0.4, 0.19] as const })

test.each([
  ['the text at its left', [leftOf('Plate:'), over('Your car')], 'Plate'],
  ['the text above it', [over('Your first name')], 'Your first name'],
  ['the text above, not a letter of a word that runs down beside it', [leftOf('N'), over('Name')], 'Name'],
  ['the letter, when nothing stands above', [leftOf('b')], 'b'],
  ['the letter, when only dots stand above', [leftOf('b'), over('. . . . .')], 'b'],
  ['the number of its line', [leftOf('7'), over('Wages')], '7'],
  ['nothing', [], ''],
])('the label of a field is %s', (_, pieces, label) => {
  expect(fieldLabel(field, pieces, [field], false)).toBe(label)
})
