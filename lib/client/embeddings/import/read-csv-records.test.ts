import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsvRecords } from './read-csv-records.ts'

const fieldsOf = (text: string, delimiter = ',') =>
  [...readCsvRecords(text, delimiter)].map(({ fields }) => fields)

describe('records of CSV', () => {
  test('quoted fields hold separators, line breaks and doubled quotes', () => {
    const text = 'a,"b,\r\nstill ""b""",c\r\n1,2,3'

    expect(fieldsOf(text)).toEqual([
      ['a', 'b,\r\nstill "b"', 'c'],
      ['1', '2', '3'],
    ])
  })

  test.each(['\n', '\r\n', '\r'])('lines may end with %j, and the last one with nothing', ending => {
    expect(fieldsOf(`a,b${ending}c,d`)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(fieldsOf(`a,b${ending}c,d${ending}`)).toHaveLength(2)
  })

  test('each record knows the line where it begins, past line breaks in quotes and blank lines', () => {
    const lines = [...readCsvRecords('a\n\n"b\nb\nb",x\nc\n', ',')].map(({ line }) => line)

    expect(lines).toEqual([1, 3, 6])
  })

  test('a separator at the end of a line is an empty last field', () => {
    expect(fieldsOf('a,\n,b\n')).toEqual([
      ['a', ''],
      ['', 'b'],
    ])
    expect(fieldsOf('a,')).toEqual([['a', '']])
  })

  test('a quote within a bare field is a character like any other', () => {
    expect(fieldsOf('5" pipe,2')).toEqual([['5" pipe', '2']])
  })

  test('a quote that is never closed names the line where it opened', () => {
    expect(() => fieldsOf('a,b\nc,"d\ne,f\ng,h\n')).toThrow(
      expect.objectContaining({ line: 2, message: expect.stringContaining('never closed') }),
    )
  })

  test('text after a closing quote names its line and shows the place', () => {
    expect(() => fieldsOf('a,b\n"x\ny"z,1\n')).toThrow(
      expect.objectContaining({ line: 3, message: expect.stringContaining('"z,1') }),
    )
  })

  test('any cells come back as they were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '😀') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 })

    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const written = rows
          .map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n')

        expect(fieldsOf(written, delimiter)).toEqual(rows)
      }),
    )
  })
})
