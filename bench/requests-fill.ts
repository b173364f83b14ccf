import { randomBytes } from 'node:crypto'
import { openStore, type StoreOptions } from '#lib/store/core/store.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'

const rowCount = 1_000_000
const keyCount = 1_000
const modelCount = 20
const modelsOfKey = 3
const rowsAtOnce = 5_000
const periodMs = 30 * 24 * 3_600_000

export interface Filled {
  readonly keyId: string
  readonly model: string
  readonly rowsPerSecond: number
}

/** Thirty days of a thousand keys with three models each, a million requests, written as the gateway writes them. */
export async function fillRequests(options: StoreOptions): Promise<Filled> {
  const store = await openStore(options)
  const { teamId, userId } = await store.teams.openModeOwner()
  const keys: string[] = []
  for (let at = 0; at < keyCount; at++) {
    const settings = { teamId, ownerId: userId, name: `Key ${at}`, kind: 'api', scopes: ['chat'] } as const
    keys.push((await store.keys.create(settings)).key.id)
  }
  const random = createRandom(7)
  const startMs = performance.now()
  const from = Date.now() - periodMs
  for (let first = 0; first < rowCount; first += rowsAtOnce) {
    const rows = Array.from({ length: rowsAtOnce }, (_, at) => {
      const key = Math.floor(random() * keyCount)
      const model = (key + Math.floor(random() * modelsOfKey)) % modelCount
      const failed = random() < 0.03
      const name = `provider-${model % 4}/model-${model}`
      return {
        ...requestRow({
          id: `req_${randomBytes(12).toString('hex')}`,
          teamId,
          userId,
          keyId: keys[key] ?? '',
          startedAt: Math.floor(from + ((first + at) / rowCount) * periodMs),
          route: model % 5 === 0 ? 'embeddings' : 'chat',
          model: name,
          answeredBy: failed ? null : name,
          provider: `provider-${model % 4}`,
          status: failed ? 502 : 200,
          errorCode: failed ? 'upstream_error' : null,
          promptTokens: Math.floor(random() * 3_000),
          completionTokens: Math.floor(random() * 500),
          costNanos: Math.floor(random() * 1e6),
          firstMs: Math.floor(50 + 2_000 * random() ** 4),
          totalMs: Math.floor(100 + 20_000 * random() ** 4),
        }),
        holds: [],
      }
    })
    await store.requests.insertMany(rows)
  }
  const rowsPerSecond = (rowCount * 1000) / (performance.now() - startMs)
  await store.close()
  return { keyId: keys[7] ?? '', model: 'provider-3/model-7', rowsPerSecond }
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
