import type { Web } from '#lib/capabilities/web/web.ts'
import type { ErrorFormat } from '#lib/contracts/core/contract.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { rawSearchContract } from '#lib/contracts/api/search/search-raw.ts'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { mapEnvelopeContract } from '#lib/contracts/api/web.ts'
import { ApiError } from '#lib/errors.ts'
import { type Operation, toOperation } from '#lib/gateway/http/endpoint.ts'

/** The bodies that a listener accepts; the other format is rejected with the URL that accepts it. */
export type WebForms =
  | { readonly kind: 'both' }
  | { readonly kind: 'envelope'; readonly crawlUrl: string }
  | { readonly kind: 'flat'; readonly baseUrl: string }

/**
 * Determines the operation of a `/v1/web` body: a string `model` is the envelope; without it, a `url` is a
 * mapping request.
 */
export function createWebDispatch(
  web: Pick<Web, 'scrape' | 'map' | 'mapEnvelope' | 'search' | 'rawSearch'>,
  forms: WebForms,
): (body: unknown) => Operation {
  const flat = toOperation(mapContract, web.map)
  const byModel: Readonly<Record<string, Operation>> = {
    scrape: toOperation(scrapeContract, web.scrape),
    map: toOperation(mapEnvelopeContract, web.mapEnvelope),
    search: toOperation(rawSearchContract, web.rawSearch),
    'sextant-ai-search': toOperation(searchContract, web.search),
  }
  return body => {
    const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
    const { model } = fields
    if (typeof model === 'string') {
      if (forms.kind === 'flat')
        return refusing(mapContract.failure, () => wrongForm(envelopeAt(forms.baseUrl), 'model'))
      return Object.hasOwn(byModel, model)
        ? (byModel[model] as Operation)
        : refusing(undefined, () => unknown(model))
    }
    if (forms.kind === 'flat') return flat
    if (fields['url'] === undefined || fields['url'] === null)
      return refusing(undefined, () => neither(model))
    if (forms.kind === 'envelope')
      return refusing(mapContract.failure, () => wrongForm(flatAt(forms.crawlUrl), 'url'))
    return flat
  }
}

/** The error for a mapping request on a listener that does not accept them. */
export function refuseMapping(crawlUrl: string): Operation {
  return refusing(mapContract.failure, () => wrongForm(flatAt(crawlUrl), 'url'))
}

function refusing(failure: ErrorFormat | undefined, refusal: () => ApiError): Operation {
  return {
    failure,
    run() {
      throw refusal()
    },
  }
}

function envelopeAt(baseUrl: string): string {
  return `This URL accepts only mapping requests. Send bodies with a \`model\` to ${baseUrl}/v1/web.`
}

function flatAt(crawlUrl: string): string {
  return `This URL does not accept mapping requests. Send bodies without a \`model\` to ${crawlUrl}/v1/web.`
}

function wrongForm(message: string, param: string): ApiError {
  return new ApiError('invalid_value', message, { param })
}

function unknown(model: string): ApiError {
  const message = `The model \`${model.slice(0, 100)}\` is not available. Use \`sextant-ai-search\`, \`search\`, \`scrape\` or \`map\`.`
  return new ApiError('model_not_found', message, { param: 'model' })
}

function neither(model: unknown): ApiError {
  if (model !== undefined && model !== null) {
    return new ApiError('invalid_type', 'Invalid type for model: expected a string.', { param: 'model' })
  }
  const message =
    'Missing required parameter: model. Send `model` with `params`, or a `url` to map a website.'
  return new ApiError('missing_required_parameter', message, { param: 'model' })
}
