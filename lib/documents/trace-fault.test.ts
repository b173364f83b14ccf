import { expect, test } from 'vitest'
import { traceFault } from './trace-fault.ts'

test('an error is reported by class and location, without its message', () => {
  const fault = thrownBy(() => JSON.parse('the secret of the file\n    at once: 1'))

  const trace = traceFault(fault)

  expect(trace).toMatch(/^SyntaxError\n\s+at /)
  expect(trace).toContain('lib/documents/trace-fault.test.ts:')
  expect(trace).not.toMatch(/secret|at once/)
  expect(trace).not.toContain(process.cwd())
})

test('a thrown value that is not an error is reported by type only', () => {
  expect(traceFault('the secret of the file')).toBe('string')
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
