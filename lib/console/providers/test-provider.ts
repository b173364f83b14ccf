import 'server-only'
import type { z } from 'zod'
import { providerTestSchema } from '#lib/contracts/console/providers.ts'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { internalTarget } from '#lib/console/api/api-target.ts'
import { forward } from '#lib/console/api/forward.ts'
import { toNewProvider } from './new-provider.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireOperator } from '#lib/console/http/require-operator.ts'
import { store } from '#lib/console/core/store.ts'
import { refuseApiFormats } from '#lib/store/providers/providers.ts'

const path = '/internal/providers/test'

/**
 * Sends a real request through the gateway, for a stored provider or a draft; the result contains the provider's
 * response, without secrets.
 */
export function testProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const asked = await readBody(request, providerTestSchema)
    if (asked.of === 'stored') {
      const { providers } = await store()
      const rows = await providers.list(member.teamId)
      if (!rows.some(({ id }) => id === asked.id)) {
        throw new ApiError('not_found', 'This provider does not exist.')
      }
    }
    const target = internalTarget()
    if (target === null)
      throw new ApiError('unknown_url', 'The gateway that would send the request is not running here.')
    const question = new Request(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toQuestion(asked)),
      signal: request.signal,
    })
    return forward(question, target, path)
  })
}

type Changes = Extract<z.output<typeof providerTestSchema>, { of: 'stored' }>['changes']

function toChanges(changes: Changes): object | null {
  if (changes === null) return null
  const { messages_api: messagesApi, responses_api: responsesApi, ...others } = changes
  refuseApiFormats({ kind: others.kind, messagesApi, responsesApi })
  return { ...others, messagesApi, responsesApi }
}

function toQuestion(asked: z.output<typeof providerTestSchema>): object {
  switch (asked.of) {
    case 'stored':
      return { stored: asked.id, changes: toChanges(asked.changes) }
    case 'configured':
      return { configured: asked.name, purpose: asked.purpose }
    case 'draft':
      return { draft: toNewProvider(asked) }
  }
}
