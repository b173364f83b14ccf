import { expect, test } from 'vitest'
import { toFileName } from './file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\Übersicht 1.docx', 'Übersicht 1.docx'],
  ['a\r\nb\0c\u202e.txt', 'abc.txt'],
  ['', 'file'],
  [undefined, 'file'],
  [`${'n'.repeat(500)}.tar.gz`, `${'n'.repeat(197)}.gz`],
])('%j is called %j', (given, name) => {
  expect(toFileName(given)).toBe(name)
})
