import { describe, expect, test } from 'vitest'
import { chatContract } from './chat.ts'
import { modelContract, modelsContract } from './models.ts'
import { parse } from './parse.ts'

describe.each([chatContract, modelsContract, modelContract])('$id', contract => {
  test('has examples that its own schema takes', () => {
    for (const { input } of contract.examples)
      expect(parse(contract.input, input)).toMatchObject({ ok: true })
  })

  test('lives under /v1, and can be shown where it can be run', () => {
    expect(contract.path).toMatch(/^\/v1\//)
    expect(contract.examples.length > 0).toBe(contract.scope !== null)
  })
})

test('chat refuses an empty body with the first field that it needs', () => {
  expect(parse(chatContract.input, {})).toMatchObject({ code: 'missing_required_parameter', param: 'model' })
})
