import { expect, test } from 'vitest'
import { traceFault } from './trace-fault.ts'

test('a fault is told by its class and its places, without what it says', () => {
  const fault = thrownBy(() => JSON.parse('the secret of the file\n    at once: 1'))

  const trace = traceFault(fault)

  expect(trace).toMatch(/^SyntaxError\n\s+at /)
  expect(trace).toContain('lib/documents/trace-fault.test.ts:')
  expect(trace).not.toMatch(/secret|at once/)
  expect(trace).not.toContain(process.cwd())
})

test('what is thrown without being an error is told by its type alone', () => {
  expect(traceFault('the secret of the file')).toBe('string')
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
