/**
 * A text that sorts, by plain comparison, as people expect of the name: `page-9` before `page-10`, capitals and
 * accents aside. A collator does the same, but takes two seconds for a folder of 100,000.
 */
export function toSortKey(name: string): string {
  const plain = isAscii.test(name) ? name : name.normalize('NFD').replace(marks, '')
  return plain
    .toLowerCase()
    .replace(
      numbers,
      (_, digits: string) => String.fromCharCode(zero + Math.min(digits.length, most)) + digits,
    )
}

// oxlint-disable-next-line no-control-regex -- the first of the 128 is one
const isAscii = /^[\0-\x7f]*$/
const marks = /\p{M}/gu
const numbers = /0*(\d+)/g
const zero = 0x30
// All longer numbers get the same mark: beyond it come the letters.
const most = 0x2a
