import { expect, test } from 'vitest'
import type { HttpEvent } from '#lib/client/run.ts'
import { readNotedModel, readWaitNote, toLoadingNote, toRunWait } from './run-wait.ts'

const small = { id: 'local/small', sizeBytes: 491_400_064, loads: true }

function event(kind: HttpEvent['kind'], data: string): HttpEvent {
  return { number: 1, atMs: 0, bytes: data.length, kind, data }
}

test('only the last event of a stream states a wait: content after it, or a plain keep-alive, ends it', () => {
  const note = event('comment', 'loading 40%; reason=first_use')

  expect(readWaitNote([])).toBeNull()
  expect(readWaitNote([note])).toBe('loading 40%; reason=first_use')
  expect(readWaitNote([note, event('data', '{}')])).toBeNull()
  expect(readWaitNote([note, event('comment', 'keep-alive')])).toBeNull()
})

test('a model that is being loaded is named with its size, the progress and the reason', () => {
  expect(toRunWait('loading 40%; reason=first_use', small)).toEqual({
    text: 'Loading local/small (491.4 MB), 40%: first use since the server started',
    percent: 40,
  })
  expect(toRunWait('loading 0%; reason=unloaded_when_idle', { ...small, sizeBytes: undefined }).text).toBe(
    'Loading local/small into memory: it was unloaded while idle',
  )
  // A reason of a newer server.
  expect(toRunWait('loading 90%; reason=moved', small).text).toBe('Loading local/small (491.4 MB), 90%')
})

test('while the prompt is read, a run states its tokens and the progress', () => {
  expect(toRunWait('reading prompt 40%; tokens=1812', small)).toEqual({
    text: 'Reading the prompt (1,812 tokens), 40%',
    percent: 40,
  })
})

test('a search names the model that it waits for', () => {
  const note = 'loading 0%; reason=first_use; model=local/other'

  expect(readNotedModel(note)).toBe('local/other')
  expect(readNotedModel('loading 0%; reason=first_use')).toBeNull()
  expect(toRunWait(note, { ...small, id: 'local/other' }).text).toBe(
    'Loading local/other (491.4 MB) into memory: first use since the server started',
  )
})

test('a call without a stream waits for what the list of embedded models says', () => {
  const model = {
    id: 'local/small',
    object: 'model',
    created: 0,
    owned_by: 'local',
    type: 'embeddings',
    size_bytes: 34_745_822,
  } as const

  expect(toLoadingNote({ ...model, state: 'ready', loading: 'first_use' })).toBe(
    'Loading local/small (34.7 MB) into memory: first use since the server started',
  )
  expect(toLoadingNote({ ...model, state: 'downloading' })).toBe('Downloading local/small (34.7 MB)')
  expect(toLoadingNote({ ...model, state: 'ready' })).toBeNull()
})

test('a position in the queue is stated, and without a note what the list of models says', () => {
  expect(toRunWait('queued 3', small)).toEqual({
    text: 'Position 3 in the queue of local/small',
    percent: null,
  })
  expect(toRunWait(null, small).text).toBe('Loading local/small (491.4 MB) into memory')
  expect(toRunWait(null, { ...small, loads: false }).text).toBe('Waiting for local/small')
  expect(toRunWait('something new', { id: '', sizeBytes: undefined, loads: false }).text).toBe(
    'Waiting for the model',
  )
})
