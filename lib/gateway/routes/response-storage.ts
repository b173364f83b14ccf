import { createStoredResponses, type StoredResponses } from '#lib/capabilities/responses/stored-responses.ts'
import { waitToParse } from '#lib/gateway/http/parse-body.ts'
import type { Log } from '#lib/gateway/log.ts'
import { redactBody } from '#lib/gateway/request-log/redact-captured.ts'
import type { Store } from '#lib/store/core/store.ts'

/** The store behind the Responses API. Secrets are removed as from logged bodies. */
export function storeResponses(
  { responses, settings }: Pick<Store, 'responses' | 'settings'>,
  log: Log,
): StoredResponses {
  return createStoredResponses({
    daysOf: async teamId => (await settings.read(teamId)).storedResponseDays,
    insert: response => responses.insert(response),
    find: (owner, id, since) => responses.find(owner, id, since),
    findChain: (owner, id, since, bounds) => responses.findChain(owner, id, since, bounds),
    findWithItems: (owner, itemIds, since, bounds) => responses.findWithItems(owner, itemIds, since, bounds),
    remove: (owner, id, since) => responses.remove(owner, id, since),
    removeExcess: (teamId, pause) => responses.removeExcess(teamId, pause),
    redact: json => redactBody(json, true),
    waitToParse,
    onFault: (error, text) => log.warn({ err: error }, text),
  })
}
