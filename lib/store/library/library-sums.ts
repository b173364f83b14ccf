import type { Backend } from '#lib/store/core/backend.ts'

export interface LibrarySums {
  readonly collections: readonly { readonly name: string; readonly items: number; readonly chars: number }[]
  readonly items: number
  /** UTF-8 bytes of text. */
  readonly sizeBytes: number
  readonly chunks: number
  /** Chunks with a vector of the given model. */
  readonly embedded: number
  /** Items being indexed or queued. */
  readonly queued: number
  readonly failed: number
}

/** Totals of a team's library. */
export async function sumLibrary(
  { database }: Backend,
  teamId: string,
  embedder: string,
): Promise<LibrarySums> {
  const [collections, work, vectors] = await Promise.all([
    database
      .selectFrom('libraryItems')
      .select(({ fn }) => [
        'collection as name',
        fn.countAll<number>().as('items'),
        fn.sum<number>('chars').as('chars'),
        fn.sum<number>('sizeBytes').as('sizeBytes'),
      ])
      .where('teamId', '=', teamId)
      // Items being removed have none.
      .where('collection', '!=', '')
      .groupBy('collection')
      .orderBy('collection')
      .execute(),
    database
      .selectFrom('libraryItems')
      .select(({ fn, eb }) => [
        fn.sum<number>('chunks').as('chunks'),
        fn.sum<number>(eb.case().when('work', 'is not', null).then(1).else(0).end()).as('queued'),
        fn
          .sum<number>(
            eb
              .case()
              .when(eb.and([eb('work', 'is', null), eb('reason', 'is not', null)]))
              .then(1)
              .else(0)
              .end(),
          )
          .as('failed'),
      ])
      .where('teamId', '=', teamId)
      .where('collection', '!=', '')
      .executeTakeFirst(),
    database
      .selectFrom('libraryVectors')
      .select(({ fn }) => fn.countAll<number>().as('embedded'))
      .where('teamId', '=', teamId)
      .where('embedder', '=', embedder)
      .executeTakeFirst(),
  ])
  const chunks = Number(work?.chunks ?? 0)
  return {
    collections: collections.map(({ name, items, chars }) => ({
      name,
      items: Number(items),
      chars: Number(chars),
    })),
    items: collections.reduce((sum, { items }) => sum + Number(items), 0),
    sizeBytes: collections.reduce((sum, each) => sum + Number(each.sizeBytes), 0),
    chunks,
    // Vectors of a version that is being replaced still exist.
    embedded: Math.min(chunks, Number(vectors?.embedded ?? 0)),
    queued: Number(work?.queued ?? 0),
    failed: Number(work?.failed ?? 0),
  }
}

/** How much of a library has vectors of the given model; its chunks are counted only where some wait. */
export async function measureIndex(
  { database }: Backend,
  teamId: string,
  embedder: string,
): Promise<{ readonly chunks: number; readonly embedded: number }> {
  const row = await database
    .selectFrom('libraryItems')
    .select(({ fn, eb }) => [
      fn.sum<number>('chunks').as('chunks'),
      fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('work', 'is', null), eb('embedder', '=', embedder)]))
            .then(eb.ref('chunks'))
            .else(0)
            .end(),
        )
        .as('whole'),
    ])
    .where('teamId', '=', teamId)
    .where('collection', '!=', '')
    .executeTakeFirst()
  const chunks = Number(row?.chunks ?? 0)
  if (chunks === Number(row?.whole ?? 0)) return { chunks, embedded: chunks }
  const vectors = await database
    .selectFrom('libraryVectors')
    .select(({ fn }) => fn.countAll<number>().as('embedded'))
    .where('teamId', '=', teamId)
    .where('embedder', '=', embedder)
    .executeTakeFirst()
  // Vectors of a version that is being replaced still exist.
  return { chunks, embedded: Math.min(chunks, Number(vectors?.embedded ?? 0)) }
}

/** Items and bytes only, as the quota check needs for each saved page. */
export async function measureLibrary(
  { database }: Backend,
  teamId: string,
  except: string,
): Promise<{ readonly items: number; readonly sizeBytes: number }> {
  const sum = await database
    .selectFrom('libraryItems')
    .select(({ fn }) => [fn.countAll<number>().as('items'), fn.sum<number>('sizeBytes').as('sizeBytes')])
    .where('teamId', '=', teamId)
    .where('collection', '!=', '')
    .where('id', '!=', except)
    .executeTakeFirst()
  return { items: Number(sum?.items ?? 0), sizeBytes: Number(sum?.sizeBytes ?? 0) }
}
