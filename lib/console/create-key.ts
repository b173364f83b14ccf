import 'server-only'
import { chatContract } from '#lib/contracts/chat.ts'
import type { KeyScope } from '#lib/contracts/contract.ts'
import { embeddingsContract } from '#lib/contracts/embeddings.ts'
import { mapContract } from '#lib/contracts/map.ts'
import { rerankContract } from '#lib/contracts/rerank.ts'
import { scrapeContract } from '#lib/contracts/scrape.ts'
import { ApiError } from '#lib/errors.ts'
import { answer } from './answer.ts'
import { readSmallJson } from './read-small-json.ts'
import { requireMember } from './session.ts'
import { settings, store } from './settings.ts'

const scopeByContract: ReadonlyMap<unknown, KeyScope | null> = new Map(
  [chatContract, embeddingsContract, rerankContract, mapContract, scrapeContract].map(({ id, scope }) => [
    id,
    scope,
  ]),
)

const controlCharacter = /\p{Cc}/u

/** Makes a key for one contract's endpoint. The answer is the only copy of its token. */
export function createKey(request: Request): Promise<Response> {
  return answer(request, async () => {
    if (settings().remote !== null) {
      throw new ApiError(
        'forbidden_origin',
        'Keys are kept by the server that SEXTANT_BASE_URL names: create it there.',
      )
    }
    const member = await requireMember()
    const { name, contract } = await readSmallJson(request)
    if (typeof name !== 'string' || name.trim() === '' || name.length > 100) {
      throw new ApiError('invalid_value', 'Give the key a name of 1 to 100 characters.', { param: 'name' })
    }
    if (controlCharacter.test(name)) {
      throw new ApiError('invalid_value', 'A name holds no line breaks or other control characters.', {
        param: 'name',
      })
    }
    const scope = scopeByContract.get(contract)
    if (!scope) throw new ApiError('invalid_value', 'No playground has this name.', { param: 'contract' })

    const { keys } = await store()
    const { key, token } = await keys.create({
      teamId: member.teamId,
      ownerId: member.userId,
      name: name.trim(),
      kind: 'api',
      scopes: [scope],
    })
    return Response.json(
      { id: key.id, name: key.name, scopes: key.scopes, token },
      { status: 201, headers: { 'cache-control': 'no-store' } },
    )
  })
}
