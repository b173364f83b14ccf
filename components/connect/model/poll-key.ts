import { listRequests } from '#components/requests/model/ask-requests.ts'
import { askConsole } from '#lib/client/ask-console.ts'
import type { OpenRequest } from '#lib/contracts/console/open-requests.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'

/** The requests of a key, as one poll found them. */
export interface KeyPoll {
  /** Of the last hour, newest first. */
  readonly rows: readonly LoggedRequest[]
  /** One that is being answered; null: none. */
  readonly open: OpenRequest | null
}

/** @param earlier the poll before; null: none */
export async function pollKey(keyId: string, earlier: KeyPoll | null): Promise<KeyPoll> {
  const [{ requests: rows }, open] = await Promise.all([
    listRequests({ key: keyId, within: '1h' }, null, new AbortController().signal),
    listOpenRequests(keyId),
  ])
  return { rows, open: stillOpen(open, rows, earlier?.open ?? null) }
}

async function listOpenRequests(keyId: string): Promise<readonly OpenRequest[]> {
  const { openListSchema } = await import('#lib/contracts/console/open-requests.ts')
  return openListSchema.parse(await askConsole('GET', `/api/requests/open?key=${encodeURIComponent(keyId)}`))
    .requests
}

/**
 * The oldest request without a row.
 * @param open newest first
 * @param earlier of the poll before: its row is written shortly after its end
 */
export function stillOpen(
  open: readonly OpenRequest[],
  rows: readonly Pick<LoggedRequest, 'id'>[],
  earlier: OpenRequest | null,
): OpenRequest | null {
  const candidates = earlier === null ? open : [...open, earlier]
  return candidates.findLast(({ id }) => !rows.some(row => row.id === id)) ?? null
}
