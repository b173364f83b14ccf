import type { IncomingMessage } from 'node:http'
import { createGetModel, createListModels, type ModelList } from '#lib/capabilities/list-models.ts'
import {
  createGetMessageModel,
  createListMessageModels,
  toAlias,
} from '#lib/capabilities/messages/list-message-models.ts'
import { createListCodexModels } from '#lib/capabilities/responses/list-codex-models.ts'
import { messageModelContract, messageModelsContract } from '#lib/contracts/api/messages/message-models.ts'
import { modelContract, modelsContract } from '#lib/contracts/api/models.ts'
import { codexModelsContract } from '#lib/contracts/api/responses/codex-models.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { endpoint, type RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { isOfMessagesClient } from '#lib/gateway/http/http-formats.ts'
import type { Router } from '#lib/gateway/http/router.ts'

/** The lists of models: each client gets the format of its API. */
export function serveModels({ route }: Router, gateway: Gateway, models: ModelList): void {
  const list = endpoint(gateway, modelsContract, createListModels(models))
  const get = endpoint(gateway, modelContract, createGetModel(models))
  const plain = endpoint(
    gateway,
    messageModelsContract,
    createListMessageModels(models, id => id),
  )
  const aliased = endpoint(gateway, messageModelsContract, createListMessageModels(models, toAlias))
  const codex = endpoint(gateway, codexModelsContract, createListCodexModels(models))
  const getMessageModel = endpoint(gateway, messageModelContract, createGetMessageModel(models))
  route(modelsContract.path, {
    GET: choose(incoming => {
      if (isOfMessagesClient(incoming.headers)) return isClaudeCode(incoming) ? aliased : plain
      return isCodex(incoming) ? codex : list
    }),
  })
  route('/v1/models/:id{.+}', {
    GET: choose(incoming => (isOfMessagesClient(incoming.headers) ? getMessageModel : get)),
  })
}

function choose(handlerOf: (incoming: IncomingMessage) => RouteHandler): RouteHandler {
  return (incoming, outgoing, params) => handlerOf(incoming)(incoming, outgoing, params)
}

function isClaudeCode({ headers }: IncomingMessage): boolean {
  return /^claude-(code|cli)\//.test(headers['user-agent'] ?? '')
}

function isCodex({ url }: IncomingMessage): boolean {
  return new URLSearchParams(url?.split('?')[1]).has('client_version')
}
