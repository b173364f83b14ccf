import { expect, test } from 'vitest'
import { responseSchema } from '#lib/contracts/api/responses/responses.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import type { NewResponse, ResponseStorage } from './response-storage.ts'
import { createStoredResponses, readItems } from './stored-responses.ts'

const owner = { teamId: 'team_1', userId: null }
const answered = {
  caller: { ...owner, keyId: 'key_1' },
  previousId: null,
  input: () => [],
  response: responseSchema.parse(JSON.parse(readFixture('openai', 'responses.json'))),
}
const file = Buffer.alloc(3_000, 'picture').toString('base64')

/** A storage in memory. */
function makeStorage(
  more: Partial<ResponseStorage> = {},
): ResponseStorage & { readonly rows: NewResponse[] } {
  const rows: NewResponse[] = []
  return {
    rows,
    daysOf: async () => 30,
    insert: async response => rows.push(response) > 0,
    find: async (_, id) => rows.find(row => row.id === id) ?? null,
    findChain: async () => ({ kind: 'found', responses: rows }),
    findWithItems: async () => ({ kind: 'found', responses: rows }),
    remove: async () => false,
    removeExcess: async () => 0,
    redact: json => json,
    waitToParse: () => undefined,
    onFault(error) {
      throw error
    },
    ...more,
  }
}

test('items are read as they were stored, without looking for files again', () => {
  const items = [{ id: 'msg_1', type: 'message', data: file }]

  expect(readItems(JSON.stringify(items))).toEqual(items)
})

test.each(['{}', '[1]', '[{"id":"a"}]', '[{"type":"message"}]'])('%s is no stored list of items', json => {
  expect(() => readItems(json)).toThrow('damaged')
})

test('a long conversation waits for its turn before it is parsed', async () => {
  const turn = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<number>()
  const storage = makeStorage({
    waitToParse(sizeBytes) {
      asked.resolve(sizeBytes)
      return turn.promise
    },
  })
  const text = { id: 'msg_1', type: 'message', content: 'x'.repeat(1000) }
  const texts = { input: JSON.stringify([text]), output: '[]', response: '{}' }
  const more = { keyId: 'key_1', createdAt: 0, itemIds: [], previousId: null, model: 'a/b', owner }
  storage.rows.push({ id: 'resp_1', ...texts, ...more })
  const stored = createStoredResponses(storage)

  let isRead = false
  const reading = stored.readChain(owner, 30, 'resp_1', () => {}).finally(() => void (isRead = true))
  const sizeBytes = await asked.promise
  const before = isRead
  turn.resolve()

  expect(await reading).toEqual([{ model: 'a/b', input: [text], output: [] }])
  expect([sizeBytes, before]).toEqual([texts.input.length + 2, false])
})

test('a response is not stored once the team has switched it off during the request', async () => {
  let days: number | null = 30
  const storage = makeStorage({ daysOf: async () => days })
  const stored = createStoredResponses(storage)

  const before = [await stored.daysOf('team_1'), await stored.save(answered)]
  days = null
  stored.forgetSettings()
  const after = await stored.save(answered)

  expect([...before, after]).toEqual([30, true, false])
  expect(storage.rows).toHaveLength(1)
})

test('a response whose instructions and tools are over 4 MiB is not searched for secrets', async () => {
  const searched: number[] = []
  const storage = makeStorage({
    redact(json) {
      searched.push(json.length)
      return json
    },
  })
  const instructions = 'é'.repeat(2 * 1024 * 1024)
  const stored = createStoredResponses(storage)

  const isStored = await stored.save({ ...answered, response: { ...answered.response, instructions } })

  expect([isStored, searched, storage.rows]).toEqual([false, [], []])
})
