import { expect, test } from 'vitest'
import { createResidents } from './residents.ts'

test('small models stay in memory together', async () => {
  const { residents, events } = create()
  using first = await residents.use(entry('a'))
  using second = await residents.use(entry('b'))
  using again = await residents.use(entry('a'))

  expect(events).toEqual(['load a', 'load b'])
  expect(again.runner).toBe(first.runner)
  expect(again.runner).not.toBe(second.runner)
})

test('a model says why it is loaded while it is, and to the calls that waited for it', async () => {
  const { residents } = create()
  const loading = residents.use(entry('a'))
  const during = residents.loadingReason('a')
  const first = await loading
  using again = await residents.use(entry('a'))
  first[Symbol.dispose]()

  expect([during, residents.loadingReason('a'), residents.loadingReason('b')]).toEqual([
    'first_use',
    null,
    null,
  ])
  expect([first.loadReason, again.loadReason]).toEqual(['first_use', null])
})

test('a model is unloaded by id, all without an id, but none in use', async () => {
  const { residents, events } = create()
  const used = await residents.use(entry('a'))
  for (const id of ['b', 'c']) (await residents.use(entry(id)))[Symbol.dispose]()

  expect(await residents.unload('b')).toBe(true)
  expect(await residents.unload('a')).toBe(false)
  expect(await residents.unload()).toBe(false)
  expect(events.slice(3)).toEqual(['dispose b', 'dispose c'])

  used[Symbol.dispose]()
  expect(await residents.unload()).toBe(true)
  expect(events.at(-1)).toBe('dispose a')
})

test('at shutdown all are unloaded, in use or not', async () => {
  const { residents, events } = create()
  using used = await residents.use(entry('a'))
  await residents.close()
  await residents.close()

  expect(used.loadMs).toBeGreaterThan(0)
  expect(used.loadReason).toBe('first_use')
  expect(events).toEqual(['load a', 'dispose a'])
})

function entry(id: string) {
  return { id, memoryBytes: 1 }
}

function create() {
  const events: string[] = []
  const residents = createResidents({
    load: async ({ id }: ReturnType<typeof entry>) => {
      events.push(`load ${id}`)
      return { dispose: async () => void events.push(`dispose ${id}`) }
    },
    idleMs: 60_000,
    freeMemoryBytes: () => 1000,
  })
  return { residents, events }
}
