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
])('%s is %s there', (language, name) => {
  expect(braveLanguage(language)).toBe(name)
})
