import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chatRequestSchema } from './chat.ts'

test.each(Object.keys(chatRequestSchema.shape))('docs/api/chat.md describes the field %s', name => {
  const page = readFileSync(new URL('../../../docs/api/chat.md', import.meta.url), 'utf8')
  const table = /## Request\n[^]*?\n## /.exec(page)?.[0] ?? ''
  const documented = table
    .matchAll(/^\|[^|]*\|/gm)
    .flatMap(([cell]) => cell.match(/(?<=`)\w+(?=[`.])/g) ?? [])

  expect([...documented]).toContain(name)
})
