import { expect, test } from 'vitest'
import { createAuditStore } from './audit.ts'
import { openBackend } from './open-backend.ts'
import { onEachDatabase } from './test-store.ts'

const actor = { id: null, name: "Robert'); drop table audit;--\0", address: null }

onEachDatabase(makePlace => {
  test('entries are paged from the newest, each once, and only of the own team', async () => {
    await using place = await makePlace()
    const store = await place.open()
    for (let number = 0; number < 7; number++) {
      await store.audit.append('team_a', actor, { action: 'key.create', target: `key_${number}` })
    }
    await store.audit.append('team_b', actor, { action: 'key.revoke', target: 'key_b' })

    const first = await store.audit.list('team_a', { limit: 4 })
    const rest = await store.audit.list('team_a', { limit: 4, before: first.at(-1) ?? null })

    const targets = [...first, ...rest].map(entry => entry.target)
    expect(targets).toHaveLength(7)
    expect(new Set(targets)).toEqual(new Set(Array.from({ length: 7 }, (_, number) => `key_${number}`)))
    expect(first[0]?.actorName).toBe("Robert'); drop table audit;--\uFFFD")
  })

  test('there is no way to change or remove one', async () => {
    await using place = await makePlace()
    const backend = await openBackend(place.options.dataDir, place.options.databaseUrl)

    const acts = Object.keys(createAuditStore(backend))

    await backend.close()
    expect(acts).toEqual(['append', 'list'])
  })
})
