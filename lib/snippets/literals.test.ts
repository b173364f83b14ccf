import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pythonLiteral, shellLiteral, typescriptLiteral } from './literals.ts'
import { pythonSyntax, typescriptSyntax, writeValue } from './write-value.ts'

const nasty = fc.constantFrom(
  ...'\'|"|\\|$|`|#{x}|${HOME}|$(id)|!|%|\n|\r|\t|\u2028|\u2029|\u0085|😀|é|\ufeff|\u202e|*|~|-|@|\\n|\\u0041|\'\'\'|"""| |'.split(
    '|',
  ),
)
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
  .map(parts => parts.join(''))
// Valid in program source, but not on a command line.
const textWithNul = fc.array(fc.oneof(text, fc.constant('\0')), { maxLength: 4 }).map(parts => parts.join(''))

test('a shell word evaluates to the text, in sh and in bash', () => {
  const texts = fc.sample(text, 300)
  const script = texts.map(each => `printf '%s\\0' ${shellLiteral(each)}`).join('\n')

  for (const shell of ['sh', 'bash']) {
    expect(execFileSync(shell, { input: script }).toString().split('\0').slice(0, -1)).toEqual(texts)
  }
})

test('a Python string evaluates to the text', () => {
  const texts = fc.sample(textWithNul, 500)
  const program = `import json\nprint(json.dumps([${texts.map(pythonLiteral).join(',\n')}]))`

  expect(JSON.parse(execFileSync('python3', ['-'], { input: program }).toString())).toEqual(texts)
})

test('a TypeScript string evaluates to the text', () => {
  const texts = fc.sample(textWithNul, 500)
  const program = `console.log(JSON.stringify([${texts.map(typescriptLiteral).join(',\n')}]))`

  expect(JSON.parse(execFileSync(process.execPath, ['-'], { input: program }).toString())).toEqual(texts)
})

test('a lone surrogate survives if the language supports it', () => {
  const half = 'a\ud83db\udc00'

  expect(
    execFileSync(process.execPath, ['-p', `JSON.stringify(${typescriptLiteral(half)})`])
      .toString()
      .trim(),
  ).toBe(JSON.stringify(half))
  expect(
    execFileSync('python3', ['-c', `print(ascii(${pythonLiteral(half)}))`])
      .toString()
      .trim(),
  ).toBe(String.raw`'a\ud83db\udc00'`)
})

test('no literal contains characters that editors cannot display', () => {
  const hidden = 'a\u202eb\u200bc\u2028d\0e'

  for (const literal of [pythonLiteral(hidden), typescriptLiteral(hidden)]) {
    expect(literal).toMatch(/^[\x20-\x7e]+$/)
  }
})

test('any JSON value written in Python or TypeScript evaluates to itself', () => {
  const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), 300)

  const python = values.map(value => writeValue(value, pythonSyntax, 0)).join(',\n')
  const typescript = values.map(value => writeValue(value, typescriptSyntax, 0)).join(',\n')

  const fromPython = execFileSync('python3', ['-'], { input: `import json\nprint(json.dumps([${python}]))` })
  const fromNode = execFileSync(process.execPath, ['-'], {
    input: `console.log(JSON.stringify([${typescript}]))`,
  })
  expect(JSON.stringify(JSON.parse(fromPython.toString()))).toBe(JSON.stringify(values))
  expect(fromNode.toString().trim()).toBe(JSON.stringify(values))
})

test('a field named __proto__ stays a field', () => {
  const value = JSON.parse('{"__proto__":{"a":1}}') as unknown

  const written = writeValue(value, typescriptSyntax, 0)

  expect(
    execFileSync(process.execPath, ['-p', `JSON.stringify(${written})`])
      .toString()
      .trim(),
  ).toBe('{"__proto__":{"a":1}}')
})
