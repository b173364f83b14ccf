import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { openStore, type Store } from '#lib/store/core/store.ts'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { sharedPostgres, temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'
import { chunk, embedder, index, itemId, newItem, towards } from './__fixtures__/library-item.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The part of pgvector that queries use, in SQL: few machines have the extension itself. */
const standIn = `
  create domain vector as text;
  create function numbers(text) returns float8[] language sql immutable
    as $$ select string_to_array(trim(both '[]' from $1), ',')::float8[] $$;
  create function vector_dims(text) returns int language sql immutable
    as $$ select array_length(numbers($1), 1) $$;
  create function distance(text, text) returns float8 language sql immutable
    as $$ select 1 - sum(a * b) / sqrt(sum(a * a) * sum(b * b))
      from unnest(numbers($1), numbers($2)) as pairs (a, b) $$;
  create operator <=> (leftarg = text, rightarg = text, function = distance);`

describe.skipIf(missingPostgres() !== null)('PostgreSQL with pgvector', () => {
  async function open(databaseUrl: string): Promise<{ store: Store; teamId: string }> {
    const store = await openStore({ dataDir: temporaryFolder(), databaseUrl })
    return { store, teamId: (await store.teams.openModeOwner()).teamId }
  }

  async function addStandIn(databaseUrl: string): Promise<void> {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(standIn)
    await client.end()
  }

  const meaning = (teamId: string, x: number, y: number, about: object = {}) => ({
    teamId,
    words: [],
    collections: null,
    hosts: null,
    vector: { values: towards(x, y), embedder, share: 1 },
    limit: 10,
    ...about,
  })

  test('finds by meaning texts without a word of the query, within team, model and filter', async () => {
    const databaseUrl = await (await sharedPostgres()).createDatabase()
    await addStandIn(databaseUrl)
    const { store, teamId } = await open(databaseUrl)
    const { library } = store
    const chunks = [chunk(0, 'llamas'), chunk(1, 'wool')]
    await index(library, newItem(teamId, 1, { collection: 'zoo' }), chunks, [towards(1, 0), towards(0, 1)])
    await index(library, newItem(teamId, 2), [chunk(0, 'grass')], [towards(1, 1)])

    const found = async (find: ReturnType<typeof meaning>) =>
      (await library.find(find)).map(({ content }) => content)

    expect(await found(meaning(teamId, 1, 0.1))).toEqual(['llamas', 'grass', 'wool'])
    expect(await found(meaning(teamId, 0.1, 1, { collections: ['zoo'] }))).toEqual(['wool', 'llamas'])
    expect(await found(meaning('team_other', 1, 0))).toEqual([])
    const other = { values: towards(1, 0), embedder: 'another@1', share: 1 }
    expect(await found(meaning(teamId, 1, 0, { vector: other }))).toEqual([])
    const longer = { values: Float32Array.of(1, 0, 0), embedder, share: 1 }
    expect(await found(meaning(teamId, 1, 0, { vector: longer }))).toEqual([])
    await library.remove(teamId, [itemId(1)], null)
    expect(await found(meaning(teamId, 1, 0))).toEqual(['grass'])
    await store.close()
  })

  test('includes vectors written before the extension was installed', async () => {
    const databaseUrl = await (await sharedPostgres()).createDatabase()
    const before = await open(databaseUrl)
    await index(before.store.library, newItem(before.teamId, 1), [chunk(0, 'llamas')], [towards(1, 0)])
    expect(await before.store.library.find(meaning(before.teamId, 1, 0))).toEqual([])
    await before.store.close()
    await addStandIn(databaseUrl)

    const { store, teamId } = await open(databaseUrl)

    expect(await store.library.find(meaning(teamId, 1, 0))).toMatchObject([{ content: 'llamas' }])
    await store.close()
  })
})
