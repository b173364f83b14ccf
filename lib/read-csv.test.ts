import { expect, test } from 'vitest'
import { type CsvFault, readCsv } from './read-csv.ts'

const fieldsOf = (text: string) => [...readCsv(text, ',')].map(({ fields }) => fields)

test('without a refusal, an unclosed quote is a regular character', () => {
  expect(fieldsOf('a,"b\nc,d')).toEqual([
    ['a', '"b'],
    ['c', 'd'],
  ])
})

test('without a refusal, text after a closing quote belongs to its field', () => {
  expect(fieldsOf('"a ""b"""c,d\n')).toEqual([['a "b"c', 'd']])
})

test.each<[string, CsvFault]>([
  ['a\nb,"c\n', { kind: 'unclosed_quote', at: 4, line: 2 }],
  ['"a\nb"c', { kind: 'text_after_quote', at: 4, line: 2 }],
])('%j is refused with its position and line', (text, fault) => {
  const faults: CsvFault[] = []
  const refuse = (found: CsvFault) => {
    faults.push(found)
    return new Error(found.kind)
  }

  expect(() => [...readCsv(text, ',', refuse)]).toThrow(fault.kind)
  expect(faults).toEqual([fault])
})
