import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/circuit.ts'
import { askBackend } from './ask-backend.ts'
import { BackendRests } from './backend-rests.ts'
import type { BackendQuery, SearchBackend } from './search-backend.ts'

/** A backend that waits until it is told to stop. */
const patient: SearchBackend = {
  id: 'patient',
  search: ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
}

function ask(backend: SearchBackend, { signal, late }: { signal?: AbortSignal; late?: AbortSignal } = {}) {
  const never = new AbortController().signal
  const faults: unknown[] = []
  const rests = new BackendRests(createCircuits())
  const query: BackendQuery = { query: 'q', kind: 'web', limit: 10, signal: signal ?? never }
  const options = {
    rests,
    resultPage: String,
    late: late ?? never,
    onFault: (error: unknown) => void faults.push(error),
  }
  return { asked: askBackend(backend, query, options), faults, rests }
}

test('when the time of the search is up, a backend that was not done has failed, and is not blamed', async () => {
  const late = new AbortController()

  const { asked, faults, rests } = ask(patient, { late: late.signal })
  late.abort()

  expect(await asked).toEqual({ backend: 'patient', kind: 'timeout', reason: 'it did not answer in time' })
  expect(faults).toEqual([])
  for (let time = 0; time < 5; time++) expect(() => rests.enter('patient', 'web')).not.toThrow()
})

test('when the caller left, that is what ends it', async () => {
  const caller = new AbortController()

  const { asked } = ask(patient, { signal: caller.signal })
  caller.abort(new Error('left'))

  await expect(asked).rejects.toThrow('left')
})

test('a mistake of ours is reported, and told as a failure without its words', async () => {
  const mistake = new TypeError('x is undefined at http://10.0.0.5/')
  const { asked, faults } = ask({ id: 'b', search: () => Promise.reject(mistake) })

  expect(await asked).toEqual({ backend: 'b', kind: 'error', reason: 'its answer cannot be read' })
  expect(faults).toEqual([mistake])
})
