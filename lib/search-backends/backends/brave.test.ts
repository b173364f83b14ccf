import { expect, test } from 'vitest'
import { braveLanguage } from './brave.ts'

test.each([
  ['de-AT', 'de'],
  ['ja', 'jp'],
  ['zh', 'zh-hans'],
  ['zh-TW', 'zh-hant'],
  ['pt-BR', 'pt-br'],
  ['pt', 'pt-pt'],
  ['sw', undefined],
  ['tlh', undefined],
  [undefined, undefined],
])('%s maps to %s', (language, name) => {
  expect(braveLanguage(language)).toBe(name)
})
